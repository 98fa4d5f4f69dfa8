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
    case underWay(Ticket)
  }

  /// The confirmed value.
  private(set) var base: Base
  /// Whether the stored base has been loaded.
  private(set) var isLoaded = false
  private(set) var isRunning = false
  /// Whether a fetch has succeeded since the run, the city or the network began.
  private(set) var isCurrent = false
  private var version: ServerVersion?
  private var validator: String?

  private var fetch = FetchPhase.idle
  private var isFetchWanted = false
  private var lastTicket: Ticket = 0
  private var lastOutcome: (ticket: Ticket, failure: FetchFailure?)?

  /// Counts the changes of the base.
  private var revision = 0
  private var storedRevision = 0
  /// The revision that was last passed to a write, successful or not.
  private var triedRevision = 0
  private(set) var write = Persistence.persisted
  /// The revision since which the base contains a change, by the change's id.
  private var contained: [Int: Int] = [:]

  init(base: Base) { self.base = base }

  // MARK: Base

  mutating func load(_ base: Base) {
    isLoaded = true
    self.base = base
  }

  /// Changes the base on the device, and returns whether it differs from the old one.
  @discardableResult
  mutating func setBase(_ base: Base) -> Bool {
    guard base != self.base else { return false }
    self.base = base
    revision += 1
    return true
  }

  /// Applies the answer to a change.
  ///
  /// - Parameters:
  ///   - update: The server's value in the answer; not applied if it is older than the base.
  ///   - id: The change, if the base contains it afterwards.
  mutating func commit(_ update: ServerUpdate<Base>, containing id: Int?) {
    if !(update.version?.isOlder(than: version) ?? false) {
      apply(update)
      // The base is no longer the value that the validator belongs to.
      validator = nil
    }
    if let id { contained[id] = revision }
  }

  private mutating func apply(_ update: ServerUpdate<Base>) {
    var base = base
    update.apply(&base)
    version = update.version ?? version
    setBase(base)
  }

  /// Whether the base contains a change.
  func contains(_ id: Int) -> Bool { contained[id] != nil }

  // MARK: Writing

  /// Returns the base and its revision if the base is not stored.
  ///
  /// - Parameter isRetry: Whether to write a revision again whose write has failed.
  /// - Returns: The base to write, or `nil` if there is nothing to write.
  mutating func startWrite(isRetry: Bool) -> (base: Base, revision: Int)? {
    guard storedRevision < revision, isRetry || triedRevision < revision else { return nil }
    triedRevision = revision
    return (base, revision)
  }

  mutating func finishWrite(of revision: Int, _ result: Persistence) {
    write = result
    if case .pending = result { return }
    storedRevision = max(storedRevision, revision)
  }

  /// Returns the applied changes that can leave the queue, because the stored base contains them.
  ///
  /// For a change that an earlier process has sent, this is known only after the first fetch.
  mutating func settle(applied: [Int], pending: Set<Int>) -> Set<Int> {
    contained = contained.filter { pending.contains($0.key) }
    return Set(
      applied.filter { id in
        guard let since = contained[id] else { return isCurrent && storedRevision == revision }
        return since <= storedRevision
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

  /// Marks the base as outdated: at the start, after a change of the city, or when the gate closes.
  mutating func expire() {
    isCurrent = false
    isFetchWanted = true
  }

  /// Requests a fetch, and returns the ticket of the first one that starts after this call.
  mutating func wantFetch() -> Ticket {
    isFetchWanted = true
    return lastTicket + 1
  }

  /// Returns the ticket of the fetch in progress, or requests one.
  mutating func joinFetch() -> Ticket {
    if case .underWay(let ticket) = fetch { ticket } else { wantFetch() }
  }

  /// Returns the ticket of a fetch to start, if one is wanted and none is in progress.
  mutating func startFetch() -> (ticket: Ticket, validator: String?)? {
    guard isFetchWanted, case .idle = fetch else { return nil }
    isFetchWanted = false
    lastTicket += 1
    fetch = .underWay(lastTicket)
    return (lastTicket, validator)
  }

  /// Applies the outcome of the fetch in progress, and returns a reason to close the gate.
  mutating func finishFetch(_ outcome: FetchOutcome<Base>) -> Gate.Reason? {
    guard case .underWay(let ticket) = fetch else { return nil }
    fetch = .idle
    switch outcome {
    case .updated(let update, let validator):
      guard !(update.version?.isOlder(than: version) ?? false) else {
        lastOutcome = (ticket, .outdated)
        return nil
      }
      apply(update)
      self.validator = validator
      succeed(ticket)
    case .notModified: succeed(ticket)
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
    isCurrent = true
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
