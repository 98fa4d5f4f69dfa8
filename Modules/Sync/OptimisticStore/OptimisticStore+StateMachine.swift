import Networking
import Storage

/// The state of an ``OptimisticStore`` but for the queue: the base, and the requests and writes about
/// it. One mutating function per event; nothing here waits or calls out.
struct OptimisticStateMachine<Base: Sendable & Equatable>: Sendable {
  /// The number of a fetch, counted from the start of the process.
  typealias Ticket = Int

  private enum FetchPhase {
    case idle
    case underWay(Ticket, since: ServerVersion?)
  }

  /// The longest time for which a replica of the server is expected to lag.
  static var replicaLag: Duration { .seconds(60) }

  /// The confirmed value.
  private(set) var base: Base
  /// Whether the stored base has been loaded.
  private(set) var isLoaded = false
  private(set) var isRunning = false
  /// Whether a fetch has succeeded since the run, the city or the network began.
  private(set) var isCurrent = false
  private var version: ServerVersion?
  /// When the server was last known to have this version.
  private var confirmation = Duration.zero
  private var validator: String?

  private var fetch = FetchPhase.idle
  private var isFetchWanted = false
  private var lastTicket: Ticket = 0
  private var lastOutcome: (ticket: Ticket, failure: FetchFailure?)?

  /// Counts the changes of the base.
  private var revision = 0
  /// Counts what may change the state beside the queue.
  private(set) var inputRevision = 0
  private var storedRevision = 0
  /// The revision that a write was tried for last.
  private var triedRevision = 0
  private(set) var write = Persistence.persisted
  /// The changes that the base contains, and since which revision.
  private var contained: [Int: Int] = [:]

  init(base: Base) { self.base = base }

  // MARK: Base

  mutating func load(_ base: Base) {
    isLoaded = true
    inputRevision += 1
    self.base = base
  }

  /// Changes the base on the device; returns whether it is another one.
  @discardableResult
  mutating func setBase(_ base: Base) -> Bool {
    guard base != self.base else { return false }
    self.base = base
    revision += 1
    inputRevision += 1
    return true
  }

  /// Applies what an answer to a change says; `contained` is the change if the base has it then.
  mutating func commit(_ update: ServerUpdate<Base>, containing id: Int?, at now: Duration) {
    if !(update.version?.isOlder(than: version) ?? false) {
      apply(update, at: now)
      // The validator is that of another value.
      validator = nil
    }
    if let id {
      contained[id] = revision
      inputRevision += 1
    }
  }

  private mutating func apply(_ update: ServerUpdate<Base>, at now: Duration) {
    var base = base
    update.apply(&base)
    version = update.version ?? version
    confirmation = now
    setBase(base)
  }

  /// Whether the base contains a change.
  func contains(_ id: Int) -> Bool { contained[id] != nil }

  // MARK: Writing

  /// Whether the store has the base.
  private var isStored: Bool { storedRevision == revision }

  /// Whether the store has the base, or was in vain told to.
  var isWriteTried: Bool { isStored || triedRevision == revision }

  /// Returns the base and its revision if the store does not have it.
  ///
  /// - Parameter isRetry: Whether to try again what has failed already.
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

  /// Returns the applied changes that need not be queued any more: the stored base contains them.
  ///
  /// Whether a base contains what an earlier process has sent is known after the first fetch.
  mutating func settle(applied: [Int], pending: Set<Int>) -> Set<Int> {
    contained = contained.filter { pending.contains($0.key) }
    return Set(
      applied.filter { id in
        guard let since = contained[id] else { return isCurrent && isStored }
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

  /// Makes the base as old as its last fetch: after a change of the city, or without a network.
  mutating func expire() {
    isCurrent = false
    isFetchWanted = true
  }

  /// Wants a fetch, and returns the ticket of the first one that starts after this call.
  mutating func wantFetch() -> Ticket {
    isFetchWanted = true
    return lastTicket + 1
  }

  /// Returns the ticket of the fetch that is under way, or wants one.
  mutating func joinFetch() -> Ticket {
    if case .underWay(let ticket, _) = fetch { ticket } else { wantFetch() }
  }

  /// Returns the ticket of a fetch to start, if one is wanted and none is under way.
  mutating func startFetch() -> (ticket: Ticket, validator: String?)? {
    guard isFetchWanted, case .idle = fetch else { return nil }
    isFetchWanted = false
    lastTicket += 1
    fetch = .underWay(lastTicket, since: version)
    return (lastTicket, validator)
  }

  /// Applies the outcome of the fetch that is under way; returns why the gate has to close.
  ///
  /// An older version comes from a replica that lags, unless no lag explains it any more: then the server
  /// has gone back, and so does the base.
  mutating func finishFetch(_ outcome: FetchOutcome<Base>, at now: Duration) -> Gate.Reason? {
    guard case .underWay(let ticket, let since) = fetch else { return nil }
    fetch = .idle
    switch outcome {
    case .updated(let update, let validator):
      if update.version?.isOlder(than: version) ?? false, now - confirmation <= Self.replicaLag {
        // The answer to a change that arrived meanwhile is newer than what was asked for.
        if version == since { lastOutcome = (ticket, .outdated) } else { succeed(ticket) }
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

  /// Ends the fetch that is under way because its task was cancelled; another one is wanted instead.
  mutating func abandonFetch() {
    fetch = .idle
    isFetchWanted = true
  }

  private mutating func succeed(_ ticket: Ticket) {
    isCurrent = true
    lastOutcome = (ticket, nil)
  }

  /// Returns the outcome of a fetch that started with this ticket or a later one; `nil` before it ends.
  func outcome(since ticket: Ticket) -> Result<Void, FetchFailure>? {
    guard let lastOutcome, lastOutcome.ticket >= ticket else { return nil }
    return lastOutcome.failure.map(Result.failure) ?? .success(())
  }

  // MARK: State

  /// Returns what a screen is told, given the reasons for which the gate is closed.
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
