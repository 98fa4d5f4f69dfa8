import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import SyncTestSupport
import Synchronization
import Testing

@testable import Sync

/// The steps of a store between events that the test holds back.
///
/// The changes are additions, so a change that is shown twice or not at all is a wrong sum.
@Suite(.serialized) struct OptimisticStoreStepTests {
  private let city = SettledCity(.almaty, gate: Gate())
  private let server = SumServer()
  private let held = HeldStore()

  @Test func `a change that the base contains is shown once while the base is being stored`()
    async throws
  {
    let sum = sum()
    try await running(sum) {
      try await sum.perform { _, _ in [Addition(amount: 1)] }
      await held.isWriting()
      #expect(sum.state.total == 1)
      held.release()
    }
  }

  @Test func `a change is shown while the journal is being written`() async throws {
    let sum = sum { _ in OutboxJournal(held) }
    async let stored = sum.perform { _, _ in [Addition(amount: 1)] }
    await held.isWriting()
    #expect(sum.state.total == 1)
    held.release()
    #expect(try await stored == .written)
  }

  @Test func `a value that is fetched without run is stored before refresh returns`() async throws {
    held.release()
    _ = server.answer("another device", adding: 5)
    try await sum().refresh()
    #expect(held.writes == ["sum 5"])
  }

  @Test func `a state says that its base is stored once the write has ended`() async throws {
    held.release()
    _ = server.answer("another device", adding: 5)
    let shown = Mutex<[(base: Int, isStored: Bool)]>([])
    try await sum(shows: { snapshot in
      shown.withLock { $0.append((snapshot.base, snapshot.isStored)) }
    }).refresh()
    let fetched = shown.withLock { $0 }.filter { $0.base == 5 }
    #expect(fetched.first?.isStored == false)
    #expect(fetched.last?.isStored == true)
  }

  @Test func `the value is fetched before a change is sent after the gate was closed`()
    async throws
  {
    held.release()
    let sum = sum()
    try await running(sum) {
      await sum.settles()
      server.forgetRequests()
      city.gate.close(for: .offline)
      city.gate.open(for: .offline)
      try await sum.perform { _, _ in [Addition(amount: 1)] }
      await sum.settles()
      #expect(server.requests.prefix(2) == ["fetch in KZ", "add in KZ"])
    }
  }

  @Test func `the value is fetched before a change is sent in another city`() async throws {
    held.release()
    let sum = sum()
    try await running(sum) {
      await sum.settles()
      server.forgetRequests()
      city.settle(in: .belgrade)
      try await sum.perform { _, _ in [Addition(amount: 1)] }
      await sum.settles()
      #expect(server.requests.prefix(2) == ["fetch in RS", "add in RS"])
    }
  }

  @Test func `an answer is in the journal once the base that contains it is stored`() async throws {
    let sum = sum { _ in OutboxJournal(OpenJournal(held)) }
    try await running(sum) {
      try await sum.perform { _, _ in [Addition(amount: 1)] }
      await held.isWriting()
      async let second = sum.perform { _, _ in [Addition(amount: 2)] }
      await held.wrote("2 pending")
      #expect(held.writes == ["1 pending", "2 pending"])
      held.release()
      #expect(try await second == .written)
      await sum.settles()
      let stored = try #require(held.writes.firstIndex(of: "sum 1"))
      let answered = try #require(held.writes.firstIndex(of: "1 applied"))
      #expect(stored < answered)
    }
  }

  @Test func `a superfluous change leaves the journal after the base is stored`() async throws {
    _ = server.answer("add elsewhere", adding: 5)
    // The change is refused while the fetched sum is being stored.
    let sum = sum { _ in
      OutboxJournal(OpenJournal(held))
    } refuses: {
      await held.isWriting()
    }
    try await sum.perform { _, _ in [Addition(amount: -1)] }
    try await running(sum) {
      await held.wrote("-1 refused")
      held.release()
      await held.wrote("-1 removed")
      #expect(held.writes == ["-1 pending", "-1 refused", "sum 5", "sum 1005", "-1 removed"])
    }
  }

  @Test func `an applied change whose effect could not be stored has no outcome in the journal`()
    async throws
  {
    held.result = .failed(.inUse("disk"))
    held.release()
    let sum = sum { _ in OutboxJournal(OpenJournal(held)) }
    try await running(sum) {
      try await sum.perform { _, _ in [Addition(amount: 1)] }
      await held.wrote("sum 1")
      held.result = .written
      try await sum.perform { _, _ in [Addition(amount: 2)] }
      await sum.settles()
      #expect(sum.state.total == 3)
      await held.wrote("1 removed")
    }
    #expect(!held.writes.contains("1 applied"))
  }

  @Test func `a base is not stored while the change that took its data is not in the journal`()
    async throws
  {
    held.release()
    let journal = OpenJournal(held)
    let sum = sum { _ in OutboxJournal(journal) }
    journal.result = .failed(.inUse("disk"))
    let status = try await sum.perform { _, base in
      base = 10
      return [Addition(amount: 1)]
    }
    #expect(status == .failed(.inUse("disk")))
    #expect(held.writes.allSatisfy { !$0.hasPrefix("sum") })
    journal.result = .written
    try await sum.perform { _, _ in [] }
    #expect(held.writes.last == "sum 10")
  }

  @Test func `a state with a change has the base that was reconciled with that change`()
    async throws
  {
    held.release()
    let bases = Mutex<[Int]>([])
    let sum = sum(shows: { snapshot in
      guard snapshot.pending.contains(where: { $0.refusal != nil }) else { return }
      bases.withLock { $0.append(snapshot.base) }
    })
    try await running(sum) {
      try await sum.perform { _, _ in [Addition(amount: -1)] }
      for await state in sum.states() where state.total >= 1_000 { break }
    }
    let shown = bases.withLock { $0 }
    #expect(!shown.isEmpty && shown.allSatisfy { $0 >= 1_000 })
  }

  @Test func `a state has the gate and the city of one moment`() async throws {
    held.release()
    let moments = Moments()
    // The gate closes and the city changes between the two parts of the step with the refused change.
    let sum = sum(
      reconciles: { [city] snapshot in
        moments.reconciled(snapshot)
        guard snapshot.pending.contains(where: { $0.refusal != nil }) else { return }
        city.gate.close(for: .offline)
        city.settle(in: .belgrade)
      }, shows: { moments.shown($0) })
    try await running(sum) {
      try await sum.perform { _, _ in [Addition(amount: -1)] }
      for await state in sum.states() where state.total >= 1_000 { break }
    }
    #expect(moments.count > 0 && moments.areSame)
  }

  /// The gate and the city of each step of a model.
  private final class Moments: Sendable {
    private struct Moment: Equatable {
      let context: RequestContext?
      let closed: FetchStatus
    }

    private let state = Mutex<(last: Moment?, count: Int, areSame: Bool)>((nil, 0, true))

    var count: Int { state.withLock { $0.count } }
    var areSame: Bool { state.withLock { $0.areSame } }

    func reconciled(_ snapshot: OptimisticSnapshot<Int, Addition>) {
      state.withLock { $0.last = Moment(context: snapshot.context, closed: snapshot.sync.fetch) }
    }

    func shown(_ snapshot: OptimisticSnapshot<Int, Addition>) {
      state.withLock { state in
        guard let last = state.last else { return }
        state.count += 1
        state.areSame =
          state.areSame && last == Moment(context: snapshot.context, closed: snapshot.sync.fetch)
      }
    }
  }

  private func sum(
    _ makeJournal: (@Sendable (String) -> OutboxJournal)? = nil,
    refuses: @escaping @Sendable () async -> Void = {},
    reconciles: @escaping @Sendable (OptimisticSnapshot<Int, Addition>) -> Void = { _ in },
    shows: @escaping @Sendable (OptimisticSnapshot<Int, Addition>) -> Void = { _ in }
  ) -> OptimisticStore<SumModel> {
    var environment = FeatureEnvironment(
      transport: UnusedTransport(), city: city, clock: InstantClock())
    environment.makeJournal = makeJournal
    return OptimisticStore(
      SumModel(server: server, refuses: refuses, reconciles: reconciles, shows: shows), base: held,
      initial: 0, journal: "sum", in: environment)
  }

  /// Calls `body` while the store runs.
  private func running(
    _ sum: OptimisticStore<SumModel>, _ body: () async throws -> Void
  ) async throws {
    let running = Task { try await sum.run() }
    try await body()
    running.cancel()
    try await running.value
  }
}

extension OptimisticStore<SumModel> {
  /// Waits until nothing is pending and the base is current.
  fileprivate func settles() async {
    for await state in states() where state.isSettled { return }
  }
}

private struct SumState: Sendable, Equatable {
  let total: Int
  let isSettled: Bool
}

private enum SumError: SyncFailure {
  case sync(SyncError)
}

private struct Addition: OutboxChange {
  typealias Rejection = Refusal
  let amount: Int
  var lane: Lane { Lane("sum", "\(amount)") }
}

private enum Refusal: Codable {
  case negative
}

/// A model that adds 1,000 for a refused addition, and discards it.
private struct SumModel: OptimisticModel {
  typealias Failure = SumError
  let server: SumServer
  /// Returns when a negative addition may be refused.
  let refuses: @Sendable () async -> Void
  /// Called with each snapshot before it is reconciled.
  let reconciles: @Sendable (OptimisticSnapshot<Int, Addition>) -> Void
  /// Called with each snapshot whose state is computed.
  let shows: @Sendable (OptimisticSnapshot<Int, Addition>) -> Void

  func state(of snapshot: OptimisticSnapshot<Int, Addition>) -> SumState {
    shows(snapshot)
    let pending = snapshot.pending.compactMap(\.change?.amount)
    return SumState(
      total: pending.reduce(snapshot.base, +), isSettled: snapshot.sync.isSettled)
  }

  func fetch(
    _ base: Int, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Int> {
    let total = server.answer("fetch in \(context.country)")
    return .updated(ServerUpdate { $0 = total })
  }

  func reconcile(
    _ base: inout Int, with snapshot: OptimisticSnapshot<Int, Addition>
  ) -> [Resolution<Addition>] {
    reconciles(snapshot)
    let refused = snapshot.pending.filter { $0.refusal != nil }
    if !refused.isEmpty, base < 1_000 { base += 1_000 }
    return refused.map { .discard($0.id) }
  }

  func send(
    _ outgoing: OutgoingChange<Addition>, on base: Int, in context: RequestContext
  ) async -> SendOutcome<Addition, Int> {
    guard outgoing.change.amount >= 0 else {
      await refuses()
      return .rejected(.negative)
    }
    let total = server.answer("add in \(context.country)", adding: outgoing.change.amount)
    return .applied(ServerUpdate { $0 = total })
  }
}

/// A server with one sum.
private final class SumServer: Sendable {
  private let state = Mutex<(total: Int, requests: [String])>((0, []))

  var requests: [String] { state.withLock { $0.requests } }

  func forgetRequests() { state.withLock { $0.requests = [] } }

  func answer(_ request: String, adding amount: Int = 0) -> Int {
    state.withLock {
      $0.requests.append(request)
      $0.total += amount
      return $0.total
    }
  }
}

/// A disk whose writes wait until the test releases them.
private final class HeldStore: BaseStore, OutboxStore {
  private let writing = AsyncStream.makeStream(of: Void.self)
  private let released = AsyncStream.makeStream(of: Void.self)
  private let log = Mutex<[String]>([])
  private let noted = Broadcast<Void>()
  private let outcome = Mutex(WriteStatus.written)

  /// The result of each write from now on.
  var result: WriteStatus {
    get { outcome.withLock { $0 } }
    set { outcome.withLock { $0 = newValue } }
  }

  /// The finished writes of bases, and those of an ``OpenJournal``.
  var writes: [String] { log.withLock { $0 } }

  func note(_ write: String) {
    log.withLock { $0.append(write) }
    noted.tell(())
  }

  /// Waits until a write has finished.
  func wrote(_ write: String) async {
    for await _ in noted.observe(now: ()) where writes.contains(write) { return }
  }

  func load() async throws(StorageError) -> Int { 0 }

  func save(_ base: Int) async -> WriteStatus {
    defer { note("sum \(base)") }
    return await write()
  }

  func entries() async throws(StorageError) -> [OutboxEntry] { [] }

  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    await write()
  }

  /// Waits until a write has begun.
  func isWriting() async { for await _ in writing.stream { return } }

  /// Lets this and all later writes succeed.
  func release() { released.continuation.finish() }

  private func write() async -> WriteStatus {
    writing.continuation.yield()
    for await _ in released.stream {}
    return result
  }
}

/// A journal whose writes end at once and are recorded in another store.
private final class OpenJournal: OutboxStore {
  private let held: HeldStore
  private let amounts = Mutex<[Int: String]>([:])
  private let outcome = Mutex(WriteStatus.written)

  /// The result of each write from now on.
  var result: WriteStatus {
    get { outcome.withLock { $0 } }
    set { outcome.withLock { $0 = newValue } }
  }

  init(_ held: HeldStore) { self.held = held }

  func entries() async throws(StorageError) -> [OutboxEntry] { [] }

  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    for entry in saved {
      let outcome =
        switch entry.outcome {
        case .applied: "applied"
        case .refused: "refused"
        case nil: "pending"
        }
      amounts.withLock { $0[entry.id] = entry.lane.id }
      held.note("\(entry.lane.id) \(outcome)")
    }
    for id in removed.sorted() { held.note("\(amounts.withLock { $0[id] ?? "" }) removed") }
    return result
  }
}

private struct UnusedTransport: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
