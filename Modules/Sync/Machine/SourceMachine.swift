#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

/// The stored copies of a server's value, one per scope, as a pure machine.
///
/// It consists of the same ``Fetching`` and ``Patience`` as a ``SyncMachine``, and adds freshness.
struct SourceMachine<Scope: Hashable & Sendable, Value: Equatable & Sendable>: Machine {
  typealias Snapshot = SourceSnapshot<Scope, Value>

  /// The constant parameters of a source.
  struct Rules: Sendable {
    let capacity: Int
    let freshFor: Duration
    let usableFor: Duration?
    let replicaLag: Duration
    let date: @Sendable () -> Date
  }

  enum Event: MachineEvent {
    case load(Waiter)
    case loaded(IdentifiedArray<Snapshot>)
    case select(Scope)
    /// A consumer starts to observe the states.
    case observe(FetchPolicy)
    case refresh(Waiter)
    case canceled(Waiter)
    case surroundings(Surroundings)
    case woke
    /// `nil` if the fetch was canceled.
    case fetched(Scope, FetchOutcome<Value?>?)
    case saved(Snapshot, removed: [Scope], StorageError?)
  }

  enum Work: Sendable, Equatable {
    case load
    case fetch(Scope, validator: String?)
    case cancel(Scope)
    /// Saves a snapshot and removes others in one atomic step.
    case save(Snapshot, removing: [Scope])
  }

  private let rules: Rules
  private(set) var scope: Scope
  /// The snapshots in memory, the most recently used scope last.
  private(set) var stored = IdentifiedArray<Snapshot>()
  /// The scopes of the requests that have not ended.
  ///
  /// A canceled one is in progress until it has ended: the server gets one request per scope at a time.
  private var requests: Set<Scope> = []
  var fetching: Fetching
  var patience: Patience
  var surroundings = Surroundings()
  var turn: Turn<Work>

  /// Creates a machine; `name` is the name of the source in reports.
  init(
    _ rules: Rules, name: String, _ scope: Scope, random: some RandomNumberGenerator & Sendable
  ) {
    (self.rules, self.scope, turn) = (rules, scope, Turn(name))
    fetching = Fetching(replicaLag: rules.replicaLag)
    patience = Patience(random)
  }

  mutating func handle(_ event: Event, at now: Duration) -> [Effect<Work>] {
    begin(at: now)
    switch event {
    case .load(let waiter): load(waiter, by: .load)
    case .loaded(let snapshots):
      stored = IdentifiedArray(snapshots.sorted { $0.time < $1.time })
      show()
      endLoading()
    case .select(let scope): select(scope)
    case .observe(let policy):
      patience.pass()
      if policy == .always || isStale { want() }
    case .refresh(let waiter): refresh(waiter)
    case .canceled(let waiter): fetching.cancelRefresh(waiter)
    case .surroundings(let surroundings):
      if enter(surroundings).isConnected, isStale, surroundings.observers > 0 { want() }
    case .woke: break
    case .fetched(let scope, let outcome): fetched(scope, outcome)
    case .saved(let snapshot, let removed, let error): saved(snapshot, removed, error)
    }
    if surroundings.observers == 0, !fetching.isAwaited { cancel() }
    if turn.isLoaded, !requests.contains(scope), startFetch(isDue: isFetchDue) {
      requests.insert(scope)
      add(.fetch(scope, validator: current?.validator))
    }
    return end()
  }

  private var isFetchDue: Bool {
    surroundings.observers > 0 && (fetching.isWanted || fetching.failure != nil)
  }

  func permits(_ request: Work) -> Bool {
    guard case .fetch(let scope, _) = request else { return true }
    return surroundings.isOnline && scope == self.scope && fetching.isInProgress
  }

  static func abandoned(_ work: Work) -> Event? {
    if case .fetch(let scope, _) = work { .fetched(scope, nil) } else { nil }
  }

  // MARK: State

  var state: SourceState<Scope, Value> {
    SourceState(
      scope: scope, data: current.map { .value($0, isFresh: isFresh($0)) } ?? .none,
      fetch: fetching.status(in: surroundings))
  }

  var current: Snapshot? { stored[id: scope] }

  private func age(of snapshot: Snapshot) -> Duration {
    .seconds(rules.date().timeIntervalSince(snapshot.time))
  }

  /// A negative age means that the clock was set back; the true age is then unknown.
  private func isFresh(_ snapshot: Snapshot) -> Bool {
    (.zero...rules.freshFor).contains(age(of: snapshot))
  }

  /// Whether the snapshot is missing or not fresh, or the last fetch failed.
  private var isStale: Bool { fetching.failure != nil || !(current.map(isFresh) ?? false) }

  // MARK: Scopes

  private mutating func select(_ scope: Scope) {
    guard scope != self.scope else { return }
    cancel()
    endRefreshes(.superseded)
    self.scope = scope
    fetching = Fetching(replicaLag: rules.replicaLag)
    patience.pass()
    show()
  }

  /// Shows the snapshot of the scope, unless it is too old, and wants a fetch if it is not fresh.
  private mutating func show() {
    if let known = stored.remove(scope), age(of: known) <= rules.usableFor ?? .seconds(Int64.max) {
      stored.save(known)
    }
    noteSnapshot()
    if isStale, surroundings.observers > 0 { want() }
  }

  private mutating func noteSnapshot() {
    let age = current.map(age) ?? .zero
    fetching.show(current?.serverVersion, current?.validator, age: age, at: turn.now)
  }

  // MARK: Fetching

  /// Wants a fetch; one in progress suffices.
  private mutating func want() {
    fetching.forgetFailure()
    if !fetching.isInProgress { fetching.want() }
  }

  /// Cancels the request for the scope, for which no call waits any more.
  private mutating func cancel() {
    if fetching.isInProgress {
      _ = fetching.finish(FetchOutcome<Value?>?.none, at: turn.now)
      add(.cancel(scope))
    }
    fetching.stopWanting()
  }

  private mutating func fetched(_ scope: Scope, _ outcome: FetchOutcome<Value?>?) {
    guard scope == self.scope, fetching.isInProgress else { return _ = requests.remove(scope) }
    // The ages of snapshots are measured by the wall clock.
    noteSnapshot()
    switch outcome {
    case .updated(let update, let validator) where !fetching.isLagging(update.version):
      var value = current?.value
      update.apply(&value)
      guard let value else { return finish(outcome) }
      save(
        Snapshot(
          scope: scope, value: value, version: update.version?.number, time: rules.date(),
          validator: validator))
    case .notModified:
      guard let current, let validator = current.validator else {
        return finish(.failed(.status(304)))
      }
      save(
        Snapshot(
          scope: scope, value: current.value, version: current.version, time: rules.date(),
          validator: validator))
    default: finish(outcome)
    }
  }

  private mutating func save(_ snapshot: Snapshot) {
    let others = stored.map(\.scope).filter { $0 != snapshot.scope }
    let leaving = others.dropLast(max(0, rules.capacity - 1))
    add(.save(snapshot, removing: Array(leaving)))
  }

  private mutating func saved(_ snapshot: Snapshot, _ removed: [Scope], _ error: StorageError?) {
    var outcome = FetchOutcome<Value?>.updated(
      ServerUpdate(version: snapshot.serverVersion), validator: snapshot.validator)
    switch error {
    case .inUse, .closed:
      // The file may contain a newer snapshot of another source, or its user has left.
      if let error { outcome = .failed(.notStored(error)) }
    default:
      // If the disk fails, the snapshot is shown from memory.
      for scope in removed where scope != self.scope { stored.remove(scope) }
      stored.save(snapshot)
    }
    guard snapshot.scope == scope, fetching.isInProgress else {
      return _ = requests.remove(snapshot.scope)
    }
    finish(outcome)
  }

  private mutating func finish(_ outcome: FetchOutcome<Value?>?) {
    requests.remove(scope)
    switch finishFetch(outcome) {
    case .replace, .keep: endRefreshes(upTo: fetching.started, nil)
    case .failed(.outdated): patience.fail(at: turn.now)
    case .failed, .again: break
    }
  }
}

extension SourceSnapshot {
  fileprivate var serverVersion: ServerVersion? { version.map { ServerVersion($0) } }
}
