import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport
import Synchronization
import Testing

/// A store of words on a virtual clock, whose tasks run only while the test waits for them.
///
/// The disk, the server and the model do what the test says. So a test can stop the store at any write
/// and at any request, and the rest is the same in each run.
final class StoreBench: Sendable {
  let store: OptimisticStore<WordModel>
  let disk: BenchDisk
  let city: SettledCity
  let clock = VirtualClock()
  private let model: WordModel
  private let executor: SimulationExecutor

  /// Creates a store that has not loaded its files.
  ///
  /// - Parameters:
  ///   - model: The server's answers and the model's rules.
  ///   - disk: The disk, which a store of an earlier process may have used.
  ///   - journal: The journal if it is not on `disk`.
  ///   - city: The chosen city.
  ///   - seed: Decides which of several ready tasks runs first.
  init(
    _ model: WordModel = WordModel(), disk: BenchDisk = BenchDisk(),
    journal: (any OutboxStore)? = nil, city: SettledCity = SettledCity(.almaty), seed: UInt64 = 1
  ) {
    self.disk = disk
    self.city = city
    self.model = model
    executor = SimulationExecutor(seed: seed)
    var environment = FeatureEnvironment(
      transport: NoServer(), city: city, clock: clock, random: SplitMix64(seed: 1))
    environment.makeJournal = { _ in journal ?? disk }
    store = OptimisticStore(model, base: disk, initial: [], journal: "words", in: environment)
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
      let result: Result<Answer, SyncError>
      do throws(SyncError) { result = .success(try await body(store)) } catch {
        result = .failure(error)
      }
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

  /// Enqueues words after `edit` has changed the base; the answer is the status of the disk after it.
  @discardableResult
  func enqueue(
    _ words: String..., storesBaseFirst: Bool = false, steps: Int = .max,
    edit: @escaping @Sendable (inout [String]) -> Void = { _ in }
  ) -> BenchCall<WriteStatus> {
    call(steps: steps) { store throws(SyncError) in
      try await store.perform(storesBaseFirst: storesBaseFirst) { base in
        edit(&base)
        return words.map(Word.init)
      }
      return store.state.sync.write
    }
  }

  /// Runs all ready tasks without advancing the time.
  func rest() {
    for _ in 0..<10_000 where !executor.step() { return }
    Issue.record("the store does not come to rest")
  }

  /// Advances the time to the next deadline and runs all ready tasks.
  func wait() {
    clock.advance()
    rest()
  }

  /// Lets the writes of a part of the disk end, and runs all ready tasks.
  func release(_ part: BenchDisk.Part) {
    disk.release(part)
    rest()
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

  var isOver: Bool { reply.answer.withLock { $0 != nil } }
  var answer: Answer? {
    reply.answer.withLock { if case .success(let answer)? = $0 { answer } else { nil } }
  }
  var failure: SyncError? {
    reply.answer.withLock { if case .failure(let error)? = $0 { error } else { nil } }
  }

  func cancel() { task.cancel() }
}

/// A change that adds a word to the list of the server.
struct Word: OutboxChange {
  let text: String

  init(_ text: String) { self.text = text }

  var lane: Lane { Lane("word", text) }
  /// Words that begin with "photo" are sent one at a time.
  var isLarge: Bool { text.hasPrefix("photo") }

  func coalesce(after earlier: Word) -> CoalescingResult<Word> { .merged(self) }
}

/// All that a model of words receives.
struct WordState: Sendable, Equatable {
  let base: [String]
  let isStored: Bool
  /// The words that the base does not contain, each with its reason to wait.
  let pending: [String: WaitReason]
  /// The words of `pending` that the server may have.
  let mayBeApplied: [String]
  /// The words that are still queued although the base contains them.
  let contained: [String]
  let country: String?
  let sync: SyncState
}

/// A model that does what the test says.
struct WordModel: OptimisticModel {
  typealias Failure = SyncError

  var fetchesBeforeRepeating = false
  /// The server's answer to each fetch; fetches are numbered from 1.
  var fetched: @Sendable (_ number: Int) async -> FetchOutcome<[String]> = { _ in .notModified }
  /// The server's answer to each attempt to send a word; attempts are numbered from 1.
  var sent: @Sendable (_ word: String, _ number: Int) async -> SendOutcome<Word, [String]> = {
    word, _ in .applied(ServerUpdate { $0.append(word) })
  }
  /// Called with the base when the model reconciles it.
  var reconciled: @Sendable (inout [String]) -> Void = { _ in }
  /// The words that the model moves from a change to the base, and then discards.
  var moved: Set<String> = []
  /// The words that the model discards once a later word is in the queue.
  var superseded: Set<String> = []
  /// Called with each computed state.
  var shown: @Sendable (WordState) -> Void = { _ in }
  fileprivate let requests = Log<String>()
  fileprivate let states = Log<WordState>()

  func state(of snapshot: OptimisticSnapshot<[String], Word>) -> WordState {
    let pending = snapshot.pending.map { ($0.lane.id, $0.reason) }
    let state = WordState(
      base: snapshot.base, isStored: snapshot.isStored,
      pending: Dictionary(uniqueKeysWithValues: pending),
      mayBeApplied: snapshot.pending.filter(\.mayBeApplied).map(\.lane.id),
      contained: snapshot.contained.map(\.lane.id), country: snapshot.context?.country,
      sync: snapshot.sync)
    states.add(state)
    shown(state)
    return state
  }

  func reconcile(
    _ base: inout [String], with snapshot: OptimisticSnapshot<[String], Word>
  ) -> [Resolution<Word>] {
    reconciled(&base)
    let leaving = snapshot.pending.filter { moved.contains($0.lane.id) }
    base += leaving.map(\.lane.id).filter { !base.contains($0) }
    let queue = snapshot.pending + snapshot.contained
    let outdated = snapshot.pending.filter { item in
      superseded.contains(item.lane.id) && queue.contains { $0.id > item.id }
    }
    return (leaving + outdated).map { .discard($0.id) }
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

/// A disk with a base and a journal, whose writes the test can hold back and let fail.
final class BenchDisk: BaseStore, OutboxStore {
  enum Part: Hashable {
    case base, journal
  }

  private struct State {
    var base: [String]
    var entries: [Int: OutboxEntry] = [:]
    var begun: [String] = []
    var doors: [Part: Door] = [:]
    var failures: [Part: StorageError] = [:]
  }

  private let state: Mutex<State>

  init(_ base: [String] = []) { state = Mutex(State(base: base)) }

  /// The writes that have begun, such as `base a b` and `journal a`.
  var writes: [String] { state.withLock { $0.begun } }

  /// Lets the writes of a part wait from now on.
  func hold(_ part: Part) { state.withLock { $0.doors[part] = Door() } }

  /// Lets all waiting writes of a part end, and the later ones at once.
  func release(_ part: Part) { state.withLock { $0.doors.removeValue(forKey: part) }?.open() }

  /// Lets one waiting write of a part end.
  func releaseOne(_ part: Part) { state.withLock { $0.doors[part] }?.passOne() }

  /// Lets the writes of a part fail from now on; `nil` lets them succeed.
  func fail(_ part: Part, _ error: StorageError?) {
    state.withLock { $0.failures[part] = error }
  }

  func load() async throws(StorageError) -> [String] { state.withLock { $0.base } }

  func save(_ base: [String]) async -> WriteStatus {
    await write(.base, "base \(base.joined(separator: " "))") { $0.base = base }
  }

  func entries() async throws(StorageError) -> [OutboxEntry] {
    state.withLock { $0.entries.values.sorted { $0.id < $1.id } }
  }

  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    let words = saved.map { $0.refusal == nil ? $0.lane.id : "\($0.lane.id) refused" }
    let gone = removed.sorted().map { "\($0) removed" }
    return await write(.journal, "journal \((words + gone).joined(separator: " "))") { state in
      for entry in saved { state.entries[entry.id] = entry }
      for id in removed { state.entries[id] = nil }
    }
  }

  private func write(
    _ part: Part, _ text: String, _ body: (inout State) -> Void
  ) async -> WriteStatus {
    let door = state.withLock { state in
      state.begun.append(text)
      return state.doors[part]
    }
    await door?.wait()
    return state.withLock { state in
      if let error = state.failures[part] { return .failed(error) }
      body(&state)
      return .written
    }
  }
}
