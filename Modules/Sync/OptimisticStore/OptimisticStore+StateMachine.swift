import Networking
import Storage

/// The state of an ``OptimisticStore`` without the queue: the base, its requests and its writes.
///
/// It has one mutating function per event. None of them waits or calls other code.
struct OptimisticStateMachine<Base: Sendable & Equatable>: Sendable {
  /// The number of a fetch, counted from the start of the process.
  typealias Ticket = Int

  private enum FetchPhase {
    case idle
    case underWay(Ticket, since: ServerVersion?, commits: Int)
  }

  /// The longest time for which a replica of the server is expected to lag.
  private let replicaLag: Duration
  /// The confirmed value.
  private(set) var base: Base
  /// Whether the stored base has been loaded.
  private(set) var isLoaded = false
  private(set) var isRunning = false
  /// Whether a fetch has succeeded since the last event that made the base outdated.
  private(set) var isCurrent = false
  private var version: ServerVersion?
  /// The time at which the server last sent or confirmed this version.
  private var confirmation = Duration.zero
  private var validator: String?

  private var fetch = FetchPhase.idle
  private var isFetchWanted = false
  private var lastTicket: Ticket = 0
  /// The first fetch that starts after the last event that made the base outdated.
  private var firstCurrentTicket: Ticket = 1
  private var lastOutcome: (ticket: Ticket, failure: FetchFailure?)?

  /// The number of changes of the base.
  private var revision = 0
  /// The number of changes of the inputs of the state, without the queue.
  private(set) var inputRevision = 0
  /// The number of changes that the server has applied.
  private var commits = 0
  private var storedRevision = 0
  /// The revision that was last passed to a write, successful or not.
  private var triedRevision = 0
  private(set) var write = WriteStatus.written
  /// The first revision of the base that contains a change, by the change's id.
  private var contained: [Int: Int] = [:]
  /// The fetch after which the base contains an applied change, by the change's id.
  private var awaited: [Int: Ticket] = [:]
  /// The revision of the first fetch, which contains the applied changes of earlier processes.
  private var fetchedRevision: Int?

  init(base: Base, replicaLag: Duration) { (self.base, self.replicaLag) = (base, replicaLag) }

  // MARK: Base

  mutating func load(_ base: Base) {
    isLoaded = true
    inputRevision += 1
    self.base = base
  }

  /// Sets the base, and returns whether it differs from the old one.
  @discardableResult
  mutating func setBase(_ base: Base) -> Bool {
    guard base != self.base else { return false }
    self.base = base
    revision += 1
    inputRevision += 1
    return true
  }

  /// Applies the answer to a change; `id` is the change if the base contains it afterwards.
  mutating func commit(_ update: ServerUpdate<Base>, containing id: Int?, at now: Duration) {
    if !(update.version?.isOlder(than: version) ?? false) {
      apply(update, at: now)
      // The validator belongs to the previous value.
      validator = nil
    }
    if update.needsFetch { expire() }
    guard let id else { return }
    if update.needsFetch { awaited[id] = firstCurrentTicket } else { contained[id] = revision }
    commits += 1
    inputRevision += 1
  }

  private mutating func apply(_ update: ServerUpdate<Base>, at now: Duration) {
    var base = base
    update.apply(&base)
    version = update.version ?? version
    confirmation = now
    setBase(base)
  }

  /// Returns the first revision of the base that contains a change; `nil` if there is none.
  func revision(containing id: Int, isApplied: Bool) -> Int? {
    if let since = contained[id] { return since }
    return isApplied && awaited[id] == nil ? fetchedRevision : nil
  }

  // MARK: Writing

  /// Whether the base has been stored.
  var isStored: Bool { storedRevision == revision }

  /// Whether the base has been stored, or a write of it has failed.
  var isWriteTried: Bool { isStored || triedRevision == revision }

  /// Returns the base and its revision if it has not been stored.
  ///
  /// - Parameter isRetry: Whether to write a revision again after a failed write.
  /// - Returns: The base to write, or `nil` if there is nothing to write.
  mutating func startWrite(isRetry: Bool) -> (base: Base, revision: Int)? {
    guard storedRevision < revision, isRetry || triedRevision < revision else { return nil }
    triedRevision = revision
    return (base, revision)
  }

  mutating func finishWrite(of revision: Int, _ result: WriteStatus) {
    write = result
    if case .failed = result { return }
    storedRevision = max(storedRevision, revision)
    inputRevision += 1
  }

  /// Returns the applied changes that the stored base contains, so that they can leave the queue.
  mutating func settle(applied: [Int], pending: Set<Int>) -> Set<Int> {
    contained = contained.filter { pending.contains($0.key) }
    awaited = awaited.filter { pending.contains($0.key) }
    return Set(
      applied.filter { id in
        revision(containing: id, isApplied: true).map { $0 <= storedRevision } ?? false
      })
  }

  // MARK: Fetching

  mutating func startRunning() -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    expire()
    return true
  }

  mutating func stopRunning() { isRunning = false }

  /// Marks the base as outdated, and requests a fetch: after a change of the city, or when the gate was
  /// closed.
  mutating func expire() {
    doubt()
    isFetchWanted = true
  }

  /// Marks the base as outdated, so that the next change is sent after another fetch.
  mutating func doubt() {
    isCurrent = false
    firstCurrentTicket = lastTicket + 1
  }

  /// Requests a fetch, and returns the ticket of the first one that starts after this call.
  mutating func wantFetch() -> Ticket {
    isFetchWanted = true
    return lastTicket + 1
  }

  /// Returns the ticket of the fetch in progress if it makes the base current; otherwise requests one.
  mutating func joinFetch() -> Ticket {
    if case .underWay(let ticket, _, _) = fetch, ticket >= firstCurrentTicket { return ticket }
    return wantFetch()
  }

  /// Returns the ticket of a fetch to start, if one is wanted and none is in progress.
  mutating func startFetch() -> (ticket: Ticket, validator: String?)? {
    guard isFetchWanted, case .idle = fetch else { return nil }
    isFetchWanted = false
    lastTicket += 1
    fetch = .underWay(lastTicket, since: version, commits: commits)
    return (lastTicket, validator)
  }

  /// Applies the outcome of the fetch in progress, and returns the reason to close the gate, if any.
  ///
  /// A lower version comes from a lagging replica and is refused. Once the known version has not been
  /// confirmed for longer than a replica lags, the lower version replaces it.
  mutating func finishFetch(_ outcome: FetchOutcome<Base>, at now: Duration) -> Gate.Reason? {
    guard case .underWay(let ticket, let since, let commits) = fetch else { return nil }
    fetch = .idle
    switch outcome {
    case .updated(let update, let validator):
      if update.version?.isOlder(than: version) ?? false, now - confirmation <= replicaLag {
        // If the version is that of an answer to a change that arrived meanwhile, the fetch has succeeded.
        if version == since { lastOutcome = (ticket, .outdated) } else { succeed(ticket) }
        return nil
      }
      if update.version == nil, commits < self.commits {
        // Without versions, the value may lack a change that was applied meanwhile.
        isFetchWanted = true
        return nil
      }
      apply(update, at: now)
      self.validator = validator
      succeed(ticket)
    case .notModified:
      confirmation = now
      succeed(ticket)
    case .failed(let failure): lastOutcome = (ticket, failure)
    case .closed(let reason):
      isFetchWanted = true
      return reason
    }
    return nil
  }

  /// Ends the fetch in progress, whose task was canceled; another fetch becomes due.
  mutating func abandonFetch() {
    fetch = .idle
    isFetchWanted = true
  }

  private mutating func succeed(_ ticket: Ticket) {
    isCurrent = ticket >= firstCurrentTicket
    fetchedRevision = fetchedRevision ?? revision
    inputRevision += 1
    for (id, awaited) in awaited where awaited <= ticket {
      contained[id] = revision
      self.awaited[id] = nil
    }
    lastOutcome = (ticket, nil)
  }

  /// Returns the outcome of a fetch with this ticket or a later one; `nil` before it has ended.
  func outcome(since ticket: Ticket) -> Result<Void, FetchFailure>? {
    guard let lastOutcome, lastOutcome.ticket >= ticket else { return nil }
    return lastOutcome.failure.map(Result.failure) ?? .success(())
  }

  // MARK: State

  /// Returns the status for the screen, given the reasons for which the gate is closed.
  func sync(closed: Set<Gate.Reason>, hasPending: Bool) -> SyncState {
    SyncState(
      isLoaded: isLoaded, fetch: fetchStatus(closed), write: write,
      isSettled: isRunning && isCurrent && !hasPending)
  }

  private func fetchStatus(_ closed: Set<Gate.Reason>) -> FetchStatus {
    if case .underWay = fetch { return .fetching }
    guard isRunning else { return .notRunning }
    if isFetchWanted { return closed.isEmpty ? .fetching : .closed(closed) }
    return lastOutcome?.failure.map(FetchStatus.failed) ?? .idle
  }
}
