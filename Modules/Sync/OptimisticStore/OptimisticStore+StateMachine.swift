import Networking
import Storage

/// The state of an ``OptimisticStore`` without its queue.
///
/// The state consists of the base (the value that the server has confirmed), its fetches and its
/// writes. Each event, such as the end of a fetch, has one mutating function, which does not suspend.
struct OptimisticStateMachine<Base: Sendable & Equatable>: Sendable {
  /// A number that identifies a fetch; the first fetch of the process is 1, the next one 2.
  typealias Ticket = Int

  private enum FetchPhase {
    case idle
    case inProgress(Ticket, since: ServerVersion?)
  }

  /// The revision of the base that contains the effect of an applied change.
  fileprivate enum Effect: Equatable {
    /// The base contains the effect from this ``revision`` on.
    case contained(since: Int)
    /// The base lacks the effect; a fetch with this ticket or a higher one adds it.
    case missing(until: Ticket)
  }

  /// All inputs of a snapshot of the base, except for the queue and the status of the store.
  ///
  /// Two snapshots with equal inputs, an equal queue and an equal status are equal.
  struct SnapshotInput: Equatable {
    fileprivate let revision: Int
    fileprivate let isStored: Bool
    fileprivate let effects: [Int: Effect]
    fileprivate let fetchedRevision: Int?
  }

  /// The longest expected lag of a replica of the server.
  private let replicaLag: Duration
  /// The value that the server has confirmed, together with data that only the device has.
  private(set) var base: Base
  /// Whether the stored base has been loaded.
  private(set) var isLoaded = false
  private(set) var isRunning = false
  private var version: ServerVersion?
  /// The time at which the server last sent or confirmed the version of the base.
  private var confirmation = Duration.zero
  private var validator: String?

  private var fetch = FetchPhase.idle
  private var isFetchWanted = false
  private var lastTicket: Ticket = 0
  /// The ticket of the first fetch that starts after the last ``markOutdated()``.
  ///
  /// A fetch with a lower ticket started too early, and does not make the base current.
  private var firstCurrentTicket: Ticket = 1
  private var lastOutcome: (ticket: Ticket, failure: FetchFailure?)?
  /// The ticket of the last fetch that has succeeded.
  private var lastSuccess: Ticket?

  /// The number of times that ``setBase(_:)`` has replaced the base by a different one.
  private var revision = 0
  /// The ticket of the last fetch that had started when the server last applied a change.
  ///
  /// If this is the fetch in progress, the fetched value may lack the change.
  private var lastCommit: Ticket?
  private var storedRevision = 0
  /// The ``revision`` of the base whose write started last, even if the write failed.
  private var triedRevision = 0
  private(set) var write = WriteStatus.written
  /// The effects of the changes that were applied since the app's start and are still queued, by id.
  private var effects: [Int: Effect] = [:]
  /// The ``revision`` of the base after the first successful fetch; `nil` before that fetch.
  ///
  /// The first fetched value contains all changes that the server applied before the app's start. So the
  /// base contains them from this revision on.
  private var fetchedRevision: Int?

  init(base: Base, replicaLag: Duration) { (self.base, self.replicaLag) = (base, replicaLag) }

  // MARK: Base

  mutating func load(_ base: Base) {
    isLoaded = true
    self.base = base
  }

  /// Sets the base, and returns whether the new base differs from the previous base.
  @discardableResult
  mutating func setBase(_ base: Base) -> Bool {
    guard base != self.base else { return false }
    self.base = base
    revision += 1
    return true
  }

  /// Applies the server's response to a sent change.
  ///
  /// If the server has applied the change, the base contains the change's effect after this call, or
  /// after the next fetch if `update.needsFetch` is `true`.
  ///
  /// - Parameters:
  ///   - update: The update of the base by the response.
  ///   - id: The id of the change if the server has applied it, otherwise `nil`.
  ///   - now: The current time, measured since the queue was created.
  mutating func commit(_ update: ServerUpdate<Base>, containing id: Int?, at now: Duration) {
    if !(update.version?.isOlder(than: version) ?? false) {
      apply(update, at: now)
      // The validator belongs to the fetched value, which this response has replaced.
      validator = nil
    }
    if update.needsFetch { expire() }
    guard let id else { return }
    effects[id] =
      update.needsFetch ? .missing(until: firstCurrentTicket) : .contained(since: revision)
    lastCommit = lastTicket
  }

  private mutating func apply(_ update: ServerUpdate<Base>, at now: Duration) {
    var base = base
    update.apply(&base)
    version = update.version ?? version
    confirmation = now
    setBase(base)
  }

  /// Returns the first ``revision`` of the base that contains the effect of a change.
  ///
  /// `id` is the id of the change. `isApplied` is whether the server has applied the change.
  ///
  /// - Returns: `nil` if no base contains the effect yet.
  func revision(containing id: Int, isApplied: Bool) -> Int? {
    switch effects[id] {
    case .contained(let since): since
    case .missing: nil
    case nil: isApplied ? fetchedRevision : nil
    }
  }

  // MARK: Writing

  /// Whether the current ``revision`` of the base has been stored.
  var isStored: Bool { storedRevision == revision }

  /// Starts a write of the base if its current revision is not stored.
  ///
  /// - Parameter isRetry: Whether to repeat the write of the current revision if it has failed before.
  /// - Returns: The base to write and its revision; `nil` if no write was started.
  mutating func startWrite(isRetry: Bool) -> (base: Base, revision: Int)? {
    guard storedRevision < revision, isRetry || triedRevision < revision else { return nil }
    triedRevision = revision
    return (base, revision)
  }

  mutating func finishWrite(of revision: Int, _ result: WriteStatus) {
    write = result
    if case .failed = result { return }
    storedRevision = max(storedRevision, revision)
  }

  /// Forgets the effects of the applied changes that can be removed from the queue.
  ///
  /// A change can be removed once the stored base contains its effect. `applied` contains the ids of all
  /// applied changes.
  ///
  /// - Returns: The ids of these changes; the caller has to remove the changes from the queue.
  mutating func removeStoredEffects(applied: [Int]) -> Set<Int> {
    let stored = applied.filter { id in
      revision(containing: id, isApplied: true).map { $0 <= storedRevision } ?? false
    }
    for id in stored { effects[id] = nil }
    return Set(stored)
  }

  // MARK: Fetching

  mutating func startRunning() -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    expire()
    return true
  }

  /// Whether a fetch that was started after the last ``markOutdated()`` has succeeded.
  var isCurrent: Bool { lastSuccess.map { $0 >= firstCurrentTicket } ?? false }

  /// Whether the base is recent enough to send a change.
  ///
  /// `true` if the base is current, or if the last fetch returned an older value than the base. In the
  /// second case, the base is the newest known value. The older value probably comes from a lagging
  /// replica of the server, and waiting for the replica would delay the change.
  var allowsSending: Bool {
    guard !isCurrent, let lastOutcome else { return isCurrent }
    return lastOutcome.failure == .outdated && lastOutcome.ticket >= firstCurrentTicket
  }

  mutating func stopRunning() { isRunning = false }

  /// Marks the base as outdated and requests a fetch.
  ///
  /// Called when ``OptimisticStore/run()`` starts, when the user has chosen another city, and after the
  /// ``Gate`` was closed. Also called if the response to a change does not contain the whole value.
  mutating func expire() {
    markOutdated()
    isFetchWanted = true
  }

  /// Marks the base as outdated: the next change is sent only after another fetch.
  mutating func markOutdated() { firstCurrentTicket = lastTicket + 1 }

  /// Requests a fetch, and returns the ticket of the next fetch to start.
  mutating func wantFetch() -> Ticket {
    isFetchWanted = true
    return lastTicket + 1
  }

  /// Returns the ticket of a fetch whose success makes the base current.
  ///
  /// This is the fetch in progress if it started after the last ``markOutdated()``. Otherwise the
  /// function requests another fetch.
  mutating func joinFetch() -> Ticket {
    if case .inProgress(let ticket, _) = fetch, ticket >= firstCurrentTicket { return ticket }
    return wantFetch()
  }

  /// Starts a fetch if one is requested and none is in progress.
  ///
  /// - Returns: The ticket of the fetch, and the validator for its request; `nil` if no fetch was
  ///   started.
  mutating func startFetch() -> (ticket: Ticket, validator: String?)? {
    guard isFetchWanted, case .idle = fetch else { return nil }
    isFetchWanted = false
    lastTicket += 1
    fetch = .inProgress(lastTicket, since: version)
    return (lastTicket, validator)
  }

  /// Applies the outcome of the fetch in progress; returns the reason to close the gate, if there is one.
  ///
  /// A value with a lower version than the base may come from a lagging replica of the server. Such a
  /// value is ignored until ``replicaLag`` has passed since the server last confirmed the base. After
  /// that, such a value replaces the base.
  mutating func finishFetch(_ outcome: FetchOutcome<Base>, at now: Duration) -> Gate.Reason? {
    guard case .inProgress(let ticket, let since) = fetch else { return nil }
    fetch = .idle
    switch outcome {
    case .updated(let update, let validator):
      if update.version?.isOlder(than: version) ?? false, now - confirmation <= replicaLag {
        // `since` is the version of the base when the fetch started. The version differs now if the
        // response to a change has updated the base during the fetch. The base is then newer than the
        // fetched value, and the fetch counts as a success.
        if version == since { lastOutcome = (ticket, .outdated) } else { succeed(ticket) }
        return nil
      }
      if update.version == nil, lastCommit == ticket {
        // A change was applied during the fetch. The value has no version, so it is unknown whether the
        // value contains the change. Another fetch is made instead.
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

  /// Ends the fetch in progress after its task was canceled, and requests another fetch.
  mutating func abandonFetch() {
    fetch = .idle
    isFetchWanted = true
  }

  private mutating func succeed(_ ticket: Ticket) {
    lastSuccess = ticket
    lastOutcome = (ticket, nil)
    fetchedRevision = fetchedRevision ?? revision
    for case (let id, .missing(let first)) in effects where first <= ticket {
      effects[id] = .contained(since: revision)
    }
  }

  /// Returns the result of the last fetch that has succeeded or failed.
  ///
  /// - Returns: `nil` if the number of that fetch is lower than `ticket`, or if there is none.
  func outcome(since ticket: Ticket) -> Result<Void, FetchFailure>? {
    guard let lastOutcome, lastOutcome.ticket >= ticket else { return nil }
    return lastOutcome.failure.map(Result.failure) ?? .success(())
  }

  // MARK: State

  /// The inputs of a snapshot of the current base.
  var snapshotInput: SnapshotInput {
    SnapshotInput(
      revision: revision, isStored: isStored, effects: effects, fetchedRevision: fetchedRevision)
  }

  /// Returns the status of the store, which a screen shows.
  ///
  /// `closed` contains the reasons for which the gate is closed. `hasPending` is whether changes are
  /// pending.
  func sync(closed: Set<Gate.Reason>, hasPending: Bool) -> SyncState {
    SyncState(
      isLoaded: isLoaded, fetch: fetchStatus(closed), write: write,
      isSettled: isRunning && isCurrent && !hasPending)
  }

  private func fetchStatus(_ closed: Set<Gate.Reason>) -> FetchStatus {
    if case .inProgress = fetch { return .fetching }
    guard isRunning else { return .notRunning }
    if isFetchWanted { return closed.isEmpty ? .fetching : .closed(closed) }
    return lastOutcome?.failure.map(FetchStatus.failed) ?? .idle
  }
}
