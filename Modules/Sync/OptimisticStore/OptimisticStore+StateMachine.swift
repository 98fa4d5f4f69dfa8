import Networking
import Storage

/// The state of an ``OptimisticStore`` without the queue: the base, its requests and its writes.
///
/// Each event has one mutating function, which neither suspends nor calls other code.
struct OptimisticStateMachine<Base: Sendable & Equatable>: Sendable {
  /// The number of a fetch in this process, starting at 1.
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
  /// The time at which the server last sent or confirmed the version of the base.
  private var confirmation = Duration.zero
  private var validator: String?

  private var fetch = FetchPhase.idle
  private var isFetchWanted = false
  private var lastTicket: Ticket = 0
  /// The lowest ticket whose fetch starts after the last event that made the base outdated.
  private var firstCurrentTicket: Ticket = 1
  private var lastOutcome: (ticket: Ticket, failure: FetchFailure?)?

  /// Number of times that the base was replaced by a different one.
  private var revision = 0
  /// Number of changes of all inputs of ``OptimisticModel/state(of:)``, except the queue.
  private(set) var inputRevision = 0
  /// Number of applied changes in this process.
  private var commits = 0
  private var storedRevision = 0
  /// The last revision that a write was started for, whether or not it succeeded.
  private var triedRevision = 0
  private(set) var write = WriteStatus.written
  /// For each applied change, by id: the first revision of the base that contains its effect.
  private var contained: [Int: Int] = [:]
  /// For each applied change, by id: the ticket of the fetch that adds its effect to the base.
  private var awaited: [Int: Ticket] = [:]
  /// The revision after the first fetch; it contains all changes that earlier processes had applied.
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

  /// Applies the answer to a change.
  ///
  /// - Parameters:
  ///   - update: The effect of the answer on the base.
  ///   - id: The id of the change if its effect is in the base afterwards, or after the next fetch.
  ///   - now: The time on the queue's clock.
  mutating func commit(_ update: ServerUpdate<Base>, containing id: Int?, at now: Duration) {
    if !(update.version?.isOlder(than: version) ?? false) {
      apply(update, at: now)
      // The validator identifies the replaced value.
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

  /// Returns the first revision of the base that contains the change's effect, or `nil`.
  func revision(containing id: Int, isApplied: Bool) -> Int? {
    if let since = contained[id] { return since }
    return isApplied && awaited[id] == nil ? fetchedRevision : nil
  }

  // MARK: Writing

  /// Whether the base has been stored.
  var isStored: Bool { storedRevision == revision }

  /// Whether the current revision is stored, or a write of it was started.
  var isWriteTried: Bool { isStored || triedRevision == revision }

  /// Returns the base and its revision if a write is due.
  ///
  /// - Parameter isRetry: Whether to write a revision again after a failed write.
  /// - Returns: The base to write, or `nil` if the base is stored or must not be retried.
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

  /// Returns the applied changes whose effect is in the stored base, so that they can leave the queue.
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

  /// Marks the base as outdated and requests a fetch.
  ///
  /// Called after a change of the city, and after the gate was closed.
  mutating func expire() {
    doubt()
    isFetchWanted = true
  }

  /// Marks the base as outdated, so that the next change is sent only after another fetch.
  mutating func doubt() {
    isCurrent = false
    firstCurrentTicket = lastTicket + 1
  }

  /// Requests a fetch, and returns the lowest ticket of a fetch that starts after this call.
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

  /// Applies the outcome of the fetch in progress; returns the reason to close the gate, if there is one.
  ///
  /// A value with a lower version than the base is refused for ``replicaLag`` after the last confirmation,
  /// because it may come from a lagging replica. Later, such a value replaces the base.
  mutating func finishFetch(_ outcome: FetchOutcome<Base>, at now: Duration) -> Gate.Reason? {
    guard case .underWay(let ticket, let since, let commits) = fetch else { return nil }
    fetch = .idle
    switch outcome {
    case .updated(let update, let validator):
      if update.version?.isOlder(than: version) ?? false, now - confirmation <= replicaLag {
        // If the answer to a change has meanwhile raised the version, the value is not needed: a success.
        if version == since { lastOutcome = (ticket, .outdated) } else { succeed(ticket) }
        return nil
      }
      if update.version == nil, commits < self.commits {
        // Without versions, the fetched value may lack a change that was applied since its request
        // started.
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

  /// Ends the fetch of a canceled task, and requests another one.
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

  /// Returns the outcome of the last fetch if its ticket is at least this one; otherwise `nil`.
  func outcome(since ticket: Ticket) -> Result<Void, FetchFailure>? {
    guard let lastOutcome, lastOutcome.ticket >= ticket else { return nil }
    return lastOutcome.failure.map(Result.failure) ?? .success(())
  }

  // MARK: State

  /// Returns the status for a screen.
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
