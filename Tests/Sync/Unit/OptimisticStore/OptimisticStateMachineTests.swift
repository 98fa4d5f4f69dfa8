import Networking
import Storage
import Testing

@testable import Sync

@Suite struct OptimisticStateMachineTests {
  private typealias Machine = OptimisticStateMachine<[String]>

  private static let replicaLag = Duration.seconds(60)
  private var machine = Machine(base: [], replicaLag: replicaLag)

  init() {
    machine.load([])
    _ = machine.startRunning()
  }

  // MARK: Base

  @Test func `a loaded base is the stored one and is not written`() {
    var machine = Machine(base: [], replicaLag: Self.replicaLag)
    machine.load(["a"])
    #expect(machine.base == ["a"] && machine.isStored)
    let write = machine.startWrite(isRetry: true)
    #expect(write?.base == nil)
  }

  @Test mutating func `a base is set only if it differs from the previous one`() {
    let isNew = machine.setBase(["a"])
    let input = machine.snapshotInput
    let isNewAgain = machine.setBase(["a"])
    #expect((isNew, isNewAgain) == (true, false))
    #expect(machine.snapshotInput == input)
  }

  // MARK: Versions

  @Test mutating func `an answer with an older version leaves the base as it is`() throws {
    try fetch(["a"], version: 5)
    machine.commit(update(["old"], version: 4), containing: nil, at: .zero)
    #expect(machine.base == ["a"])
    machine.commit(update(["b"], version: 6), containing: nil, at: .zero)
    #expect(machine.base == ["b"])
  }

  @Test mutating func `versions of two entities are not compared`() throws {
    try fetch(["a"], version: 5)
    machine.commit(
      ServerUpdate(version: ServerVersion(1, of: "other")) { $0 = ["b"] }, containing: nil,
      at: .zero)
    #expect(machine.base == ["b"])
  }

  @Test mutating func `a fetched older version fails while a replica may lag`() throws {
    try fetch(["a"], version: 5)
    let ticket = machine.wantFetch()
    try fetch(["old"], version: 4, at: Self.replicaLag)
    #expect(machine.base == ["a"])
    #expect(outcome(since: ticket) == .failure(.outdated))
  }

  @Test mutating func `a fetched older version is the base once no lag explains it`() throws {
    try fetch(["a"], version: 5)
    try fetch(["restored"], version: 4, at: Self.replicaLag + .seconds(1))
    #expect(machine.base == ["restored"])
  }

  @Test mutating func `a confirmed version is as new as a fetched one`() throws {
    try fetch(["a"], version: 5)
    _ = machine.wantFetch()
    try startFetch()
    _ = machine.finishFetch(.notModified, at: .seconds(60))
    try fetch(["old"], version: 4, at: .seconds(90))
    #expect(machine.base == ["a"])
  }

  @Test mutating func `the lag of a replica is measured from the last value of the server`() throws
  {
    try fetch(["a"], version: 5, at: .seconds(100))
    try fetch(["old"], version: 4, at: .seconds(160))
    #expect(machine.base == ["a"])
    machine.commit(update(["b"], version: 6), containing: nil, at: .seconds(200))
    try fetch(["old"], version: 4, at: .seconds(260))
    #expect(machine.base == ["b"])
    try fetch(["restored"], version: 4, at: .seconds(261))
    #expect(machine.base == ["restored"])
  }

  @Test mutating func `an answer that is newer than the fetch it overlaps makes that a success`()
    throws
  {
    try fetch(["a"], version: 5)
    let ticket = machine.wantFetch()
    try startFetch()
    machine.commit(update(["a", "b"], version: 6), containing: 1, at: .zero)
    _ = machine.finishFetch(.updated(update(["a"], version: 5)), at: .zero)
    #expect(machine.base == ["a", "b"])
    #expect(outcome(since: ticket) == .success(true))
  }

  @Test mutating func `a fetch without a version that overlaps an answer is repeated`() throws {
    try startFetch()
    machine.commit(ServerUpdate { $0 = ["b"] }, containing: 1, at: .zero)
    _ = machine.finishFetch(.updated(ServerUpdate { $0 = [] }), at: .zero)
    #expect(machine.base == ["b"])
    // The repeated fetch starts after the answer.
    try startFetch()
    _ = machine.finishFetch(.updated(ServerUpdate { $0 = ["c"] }), at: .zero)
    #expect(machine.base == ["c"])
  }

  // MARK: Fetching

  @Test func `a fetch starts only on request and makes the base current`() {
    var machine = Machine(base: [], replicaLag: Self.replicaLag)
    machine.load([])
    let unwanted = machine.startFetch()
    _ = machine.wantFetch()
    let wanted = machine.startFetch()
    #expect((unwanted?.ticket == nil, wanted?.ticket == nil) == (true, false))
    _ = machine.finishFetch(.notModified, at: .zero)
    #expect(machine.isCurrent)
  }

  @Test mutating func `one fetch is in progress at a time`() throws {
    _ = machine.wantFetch()
    try startFetch()
    _ = machine.wantFetch()
    let second = machine.startFetch()
    #expect(second?.ticket == nil)
  }

  @Test mutating func `a fetch that began before a call is not its answer`() throws {
    try startFetch()
    let ticket = machine.wantFetch()
    _ = machine.finishFetch(.updated(update(["a"], version: 1)), at: .zero)
    #expect(outcome(since: ticket) == nil)
    try fetch(["b"], version: 2)
    #expect(outcome(since: ticket) == .success(true))
  }

  @Test mutating func `a change waits for the fetch in progress unless the base is doubted since`()
    throws
  {
    let fetch = try startFetch()
    let joined = machine.joinFetch()
    #expect(joined == fetch.ticket)
    machine.markOutdated()
    let later = machine.joinFetch()
    #expect(later > fetch.ticket)
  }

  @Test mutating func `a change is sent after a fetch that succeeds or returns an older value`()
    throws
  {
    #expect(!machine.allowsSending)
    try fetch(["a"], version: 5)
    #expect(machine.allowsSending)
    machine.markOutdated()
    #expect(!machine.allowsSending)
    try fetch(["old"], version: 4)
    #expect(machine.allowsSending && !machine.isCurrent)
    machine.markOutdated()
    #expect(!machine.allowsSending)
    _ = machine.joinFetch()
    try startFetch()
    _ = machine.finishFetch(.failed(.status(500)), at: .zero)
    #expect(!machine.allowsSending)
  }

  @Test mutating func `a fetch before an expiry does not make the base current`() throws {
    try startFetch()
    machine.expire()
    _ = machine.finishFetch(.updated(update(["a"], version: 1)), at: .zero)
    #expect(!machine.isCurrent)
    #expect(!machine.sync(closed: [], hasPending: false).isSettled)
    try fetch(["a"], version: 1)
    #expect(machine.sync(closed: [], hasPending: false).isSettled)
  }

  @Test mutating func `an abandoned fetch and one behind a closed gate are made again`() throws {
    try startFetch()
    machine.abandonFetch()
    try startFetch()
    let reason = machine.finishFetch(.closed(.signedOut), at: .zero)
    #expect(reason == .signedOut)
    #expect(machine.sync(closed: [.signedOut], hasPending: false).fetch == .closed([.signedOut]))
    try startFetch()
  }

  @Test mutating func `the validator is that of the fetched value alone`() throws {
    try startFetch()
    _ = machine.finishFetch(.updated(update(["a"], version: 1), validator: "1"), at: .zero)
    _ = machine.wantFetch()
    let first = try startFetch()
    #expect(first.validator == "1")
    _ = machine.finishFetch(.notModified, at: .zero)
    machine.commit(update(["b"], version: 2), containing: nil, at: .zero)
    _ = machine.wantFetch()
    let second = try startFetch()
    #expect(second.validator == nil)
  }

  @Test mutating func `a state is settled while it runs, is current and has nothing pending`()
    throws
  {
    #expect(!machine.sync(closed: [], hasPending: false).isSettled)
    try fetch(["a"], version: 1)
    #expect(machine.sync(closed: [], hasPending: false).isSettled)
    #expect(!machine.sync(closed: [], hasPending: true).isSettled)
    machine.stopRunning()
    #expect(!machine.sync(closed: [], hasPending: false).isSettled)
  }

  @Test mutating func `the status of the fetch is that of its last event`() throws {
    func status(_ closed: Gate.Reason...) -> FetchStatus {
      machine.sync(closed: Set(closed), hasPending: false).fetch
    }
    #expect(status() == .fetching)
    #expect(status(.offline) == .closed([.offline]))
    try startFetch()
    #expect(status() == .fetching && status(.offline) == .fetching)
    _ = machine.finishFetch(.failed(.status(500)), at: .zero)
    #expect(status() == .failed(.status(500)) && status(.offline) == .failed(.status(500)))
    try fetch(["a"], version: 1)
    #expect(status() == .idle && status(.offline) == .idle)
    machine.stopRunning()
    _ = machine.wantFetch()
    #expect(status() == .notRunning)
    try startFetch()
    #expect(status() == .fetching)
  }

  @Test mutating func `a run is refused while another one is in progress`() {
    let second = machine.startRunning()
    machine.stopRunning()
    let next = machine.startRunning()
    #expect((second, next) == (false, true))
  }

  // MARK: Changes

  @Test
  mutating func `an applied change leaves the queue after the base that contains it is stored`()
    throws
  {
    machine.commit(update(["a"], version: 1), containing: 7, at: .zero)
    #expect(machine.revision(containing: 7, isApplied: true) != nil)
    let early = machine.removeStoredEffects(applied: [7])
    try write(.written)
    let settled = machine.removeStoredEffects(applied: [7])
    #expect((early, settled) == ([], [7]))
  }

  @Test mutating func `an answer without the value contains its change after the next fetch`()
    throws
  {
    try fetch([], version: 1)
    machine.commit(ServerUpdate(needsFetch: true), containing: 7, at: .zero)
    #expect(machine.revision(containing: 7, isApplied: true) == nil)
    try fetch(["a"], version: 2)
    #expect(machine.revision(containing: 7, isApplied: true) != nil)
  }

  @Test mutating func `a fetch that an applied change overlaps does not add its effect`() throws {
    try startFetch()
    machine.commit(ServerUpdate(needsFetch: true), containing: 7, at: .zero)
    _ = machine.finishFetch(.updated(update(["a"], version: 1)), at: .zero)
    #expect(machine.revision(containing: 7, isApplied: true) == nil)
    try startFetch()
    _ = machine.finishFetch(.notModified, at: .zero)
    #expect(machine.revision(containing: 7, isApplied: true) != nil)
  }

  @Test mutating func `an answer makes the base outdated only if it lacks the value`() throws {
    try fetch(["a"], version: 1)
    machine.commit(update(["b"], version: 2), containing: 7, at: .zero)
    #expect(machine.isCurrent)
    let unwanted = machine.startFetch()
    machine.commit(ServerUpdate(needsFetch: true), containing: 8, at: .zero)
    #expect(!machine.isCurrent)
    let wanted = machine.startFetch()
    #expect((unwanted?.ticket == nil, wanted?.ticket == nil) == (true, false))
  }

  @Test mutating func `a change leaves the queue once the first base with its effect is stored`()
    throws
  {
    // An earlier process has sent change 7, so the first fetched value contains it.
    let unfetched = machine.removeStoredEffects(applied: [7])
    try fetch(["a"], version: 1)
    let unstored = machine.removeStoredEffects(applied: [7])
    #expect((unfetched, unstored) == ([], []))
    try write(.written)
    // The value of the response to change 8 lacks its effect, which the next fetch adds.
    machine.commit(ServerUpdate(needsFetch: true), containing: 8, at: .zero)
    try fetch(["b"], version: 2)
    let first = machine.removeStoredEffects(applied: [7, 8])
    try write(.written)
    try fetch(["c"], version: 3)
    let second = machine.removeStoredEffects(applied: [7, 8])
    #expect((first, second) == ([7], [7, 8]))
  }

  // MARK: Snapshots

  @Test mutating func `each event that a snapshot shows changes the input of the snapshot`() throws
  {
    var inputs = [machine.snapshotInput]
    machine.setBase(["a"])
    inputs.append(machine.snapshotInput)
    try write(.written)
    inputs.append(machine.snapshotInput)
    machine.commit(ServerUpdate(), containing: 7, at: .zero)
    inputs.append(machine.snapshotInput)
    try startFetch()
    #expect(machine.snapshotInput == inputs.last)
    _ = machine.finishFetch(.notModified, at: .zero)
    inputs.append(machine.snapshotInput)
    for (earlier, later) in zip(inputs, inputs.dropFirst()) { #expect(earlier != later) }
  }

  @Test mutating func `an effect is forgotten when its change leaves the queue`() {
    let input = machine.snapshotInput
    machine.commit(ServerUpdate(), containing: 7, at: .zero)
    #expect(machine.snapshotInput != input)
    let removed = machine.removeStoredEffects(applied: [7])
    #expect(removed == [7])
    #expect(machine.snapshotInput == input)
  }

  @Test mutating func `the first fetch contains what an earlier process has sent`() throws {
    #expect(machine.revision(containing: 7, isApplied: true) == nil)
    try fetch(["a"], version: 1)
    #expect(machine.revision(containing: 7, isApplied: true) != nil)
    #expect(machine.revision(containing: 8, isApplied: false) == nil)
  }

  // MARK: Writing

  @Test mutating func `a write that failed is repeated on request or with a newer base`() throws {
    machine.setBase(["a"])
    let failure = WriteStatus.failed(.invalidName("a"))
    try write(failure)
    #expect(machine.write == failure)
    #expect(!machine.isStored)
    let repeated = machine.startWrite(isRetry: false)
    #expect(repeated?.base == nil)
    let onRequest = machine.startWrite(isRetry: true)
    #expect(onRequest?.base == ["a"])
    machine.setBase(["b"])
    let newer = machine.startWrite(isRetry: false)
    #expect(newer?.base == ["b"])
  }

  @Test mutating func `an older write does not store a newer base`() throws {
    machine.setBase(["a"])
    let write = try startWrite()
    machine.setBase(["b"])
    machine.finishWrite(of: write.revision, .written)
    #expect(!machine.isStored)
  }

  // MARK: Steps of a test

  @discardableResult
  private mutating func startFetch() throws -> (ticket: Int, validator: String?) {
    let fetch = machine.startFetch()
    return try #require(fetch)
  }

  private mutating func startWrite() throws -> (base: [String], revision: Int) {
    let write = machine.startWrite(isRetry: false)
    return try #require(write)
  }

  private func update(_ products: [String], version: Int) -> ServerUpdate<[String]> {
    ServerUpdate(version: ServerVersion(version)) { $0 = products }
  }

  private mutating func fetch(
    _ products: [String], version: Int, at now: Duration = .zero
  ) throws {
    _ = machine.wantFetch()
    try startFetch()
    _ = machine.finishFetch(.updated(update(products, version: version)), at: now)
  }

  private mutating func write(_ result: WriteStatus) throws {
    let write = try startWrite()
    machine.finishWrite(of: write.revision, result)
  }

  /// Returns the outcome of a fetch with this ticket or a later one; `nil` until such a fetch has ended.
  private func outcome(since ticket: Int) -> Result<Bool, FetchFailure>? {
    machine.outcome(since: ticket)?.map { true }
  }
}
