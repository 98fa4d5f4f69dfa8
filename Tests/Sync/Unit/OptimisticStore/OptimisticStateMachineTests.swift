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
    try startFetch()
  }

  // MARK: Fetching

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
    #expect(machine.isWriteTried && !machine.isStored)
    let repeated = machine.startWrite(isRetry: false)
    #expect(repeated?.base == nil)
    let onRequest = machine.startWrite(isRetry: true)
    #expect(onRequest?.base == ["a"])
    machine.setBase(["b"])
    let newer = machine.startWrite(isRetry: false)
    #expect(newer?.base == ["b"])
  }

  @Test mutating func `a write has been tried once it has ended`() throws {
    machine.setBase(["a"])
    let write = try startWrite()
    #expect(!machine.isWriteTried)
    machine.finishWrite(of: write.revision, .failed(.invalidName("a")))
    #expect(machine.isWriteTried)
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
