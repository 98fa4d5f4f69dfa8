import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport
import Synchronization
import Testing

/// A store of words whose tasks run only while the test waits for them, and whose clock stands still.
///
/// The server does what the test says, and the rest is the same in each run.
final class StoreBench: Sendable {
  let store: OptimisticStore<WordModel>
  let city: SettledCity
  private let model: WordModel
  private let executor: SimulationExecutor

  /// Creates a store that has not loaded its files.
  ///
  /// - Parameters:
  ///   - model: The server's answers.
  ///   - city: The chosen city.
  ///   - seed: Decides which of several ready tasks runs first.
  init(
    _ model: WordModel = WordModel(), city: SettledCity = SettledCity(.almaty), seed: UInt64 = 1
  ) {
    self.city = city
    self.model = model
    executor = SimulationExecutor(seed: seed)
    var environment = FeatureEnvironment(
      transport: NoServer(), city: city, clock: VirtualClock(), random: SplitMix64(seed: 1))
    environment.makeJournal = { _ in BenchJournal() }
    store = OptimisticStore(
      model, base: UnstoredBase([]), initial: [], journal: "words", in: environment)
  }

  var state: WordState { store.state }
  /// The requests so far, each with the country for which it was made.
  var requests: [String] { model.requests.all }
  /// All computed states, including those that no observer has seen.
  var computed: [WordState] { model.states.all }

  /// Starts a call and runs all ready tasks.
  @discardableResult
  func call<Answer: Sendable>(
    steps: Int = .max,
    _ body: @escaping @Sendable (OptimisticStore<WordModel>) async throws(SyncError) -> Answer
  ) -> BenchCall<Answer> {
    let reply = Reply<Result<Answer, SyncError>>()
    let task = Task(executorPreference: executor) { [store] in
      let result = await Result { () async throws(SyncError) in try await body(store) }
      reply.answer.withLock { $0 = result }
    }
    if steps == .max { rest() } else { for _ in 0..<steps { executor.step() } }
    return BenchCall(task: task, reply: reply)
  }

  @discardableResult
  func run() -> BenchCall<Void> {
    call { store throws(SyncError) in try await store.run() }
  }

  @discardableResult
  func refresh() -> BenchCall<Void> {
    call { store throws(SyncError) in try await store.refresh() }
  }

  func enqueue(_ words: String..., steps: Int = .max) {
    call(steps: steps) { store throws(SyncError) in
      try await store.perform { _ in words.map(Word.init) }
    }
  }

  /// Runs all ready tasks without advancing the time.
  func rest() {
    for _ in 0..<10_000 where !executor.step() { return }
    Issue.record("the store does not come to rest")
  }

  /// Opens a door, and runs all ready tasks.
  func open(_ door: Door) {
    door.open()
    rest()
  }
}

/// A call of a store; it has no result until it returns.
struct BenchCall<Answer: Sendable>: Sendable {
  fileprivate let task: Task<Void, Never>
  fileprivate let reply: Reply<Result<Answer, SyncError>>

  var isOver: Bool { reply.result != nil }
  var answer: Answer? { if case .success(let answer)? = reply.result { answer } else { nil } }
  var failure: SyncError? { if case .failure(let error)? = reply.result { error } else { nil } }

  func cancel() { task.cancel() }
}

/// A change that adds a word to the list of the server.
struct Word: OutboxChange {
  let text: String

  init(_ text: String) { self.text = text }

  var lane: Lane { Lane("word", text) }
}

/// All that a model of words receives.
struct WordState: Sendable, Equatable {
  let base: [String]
  /// The words that the base does not contain.
  let pending: Set<String>
  let country: String?
}

/// A model whose server does what the test says.
struct WordModel: OptimisticModel {
  typealias Failure = SyncError

  /// The server's answer to each fetch; fetches are numbered from 1.
  var fetched: @Sendable (_ number: Int) async -> FetchOutcome<[String]> = { _ in .notModified }
  /// The server's answer to each attempt to send a word; attempts are numbered from 1.
  var sent: @Sendable (_ word: String, _ number: Int) async -> SendOutcome<Word, [String]> = {
    word, _ in .applied(ServerUpdate { $0.append(word) })
  }
  fileprivate let requests = Log<String>()
  fileprivate let states = Log<WordState>()

  func state(of snapshot: OptimisticSnapshot<[String], Word>) -> WordState {
    let state = WordState(
      base: snapshot.base, pending: Set(snapshot.pending.map(\.lane.id)),
      country: snapshot.context?.country)
    states.add(state)
    return state
  }

  func fetch(
    _ base: [String], unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<[String]> {
    requests.add("fetch in \(context.country)\(validator.map { " unless \($0)" } ?? "")")
    return await fetched(requests.all.count { $0.hasPrefix("fetch") })
  }

  func send(
    _ outgoing: OutgoingChange<Word>, on base: [String], in context: RequestContext
  ) async -> SendOutcome<Word, [String]> {
    requests.add("\(outgoing.change.text) in \(context.country)")
    return await sent(
      outgoing.change.text, requests.all.count { $0.hasPrefix(outgoing.change.text) })
  }
}

/// A journal in memory.
private final class BenchJournal: OutboxStore {
  private let kept = Mutex<[Int: OutboxEntry]>([:])

  func create() async -> WriteStatus? { nil }

  func entries() async throws(StorageError) -> [OutboxEntry] { kept.withLock { Array($0.values) } }

  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    kept.withLock { kept in
      for entry in saved { kept[entry.id] = entry }
      for id in removed { kept[id] = nil }
    }
    return .written
  }
}
