import Foundation
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
    case saved(Snapshot, removed: [Scope])
  }

  enum Work: Sendable, Equatable {
    case load
    case fetch(Scope, validator: String?)
    /// Saves a snapshot and removes others in one atomic step.
    case save(Snapshot, removing: [Scope])
  }

  private let rules: Rules
  private(set) var scope: Scope
  /// The snapshots in memory, the most recently used scope last.
  private(set) var stored = IdentifiedArray<Snapshot>()
  private var fetches: [Scope: Fetching] = [:]
  var patience: Patience
  var surroundings = Surroundings()
  var turn: Turn<Work>

  /// Creates a machine; `name` is the name of the source in reports.
  init(
    _ rules: Rules, name: String, _ scope: Scope, random: some RandomNumberGenerator & Sendable
  ) {
    (self.rules, self.scope, turn) = (rules, scope, Turn(name))
    patience = Patience(random)
  }

  /// The fetches of the shown scope; those of another scope end, and are stored, but not shown.
  var fetching: Fetching {
    get { fetches[scope] ?? Fetching(replicaLag: rules.replicaLag) }
    set { fetches[scope] = newValue }
  }

  mutating func react(to event: Event) {
    switch event {
    case .load(let waiter): load(waiter, by: .load)
    case .loaded(let snapshots):
      stored = IdentifiedArray(snapshots.sorted { $0.time < $1.time })
      show()
      endLoading()
    case .select(let scope): select(scope)
    case .observe(let policy):
      patience.endFailureDelay()
      if policy == .always || isStale { want() }
    case .refresh(let waiter): refresh(waiter)
    case .canceled(let waiter): fetching.cancelRefresh(waiter)
    case .surroundings(let surroundings):
      if enter(surroundings).isConnected, isStale, surroundings.observers > 0 { want() }
    case .woke: break
    case .fetched(let scope, let outcome):
      if let snapshot = within(scope, { $0.fetched(outcome) }) { save(snapshot) }
    case .saved(let snapshot, let removed): saved(snapshot, removed)
    }
    if surroundings.observers == 0 { fetching.stopWanting() }
    if turn.isLoaded, startFetch(isDue: isFetchDue) {
      add(.fetch(scope, validator: current?.validator))
    }
  }

  private var isFetchDue: Bool {
    surroundings.observers > 0 && (fetching.isWanted || fetching.failure != nil)
  }

  func permits(_ request: Work) -> Bool {
    guard case .fetch(let scope, _) = request else { return true }
    return surroundings.isOnline && scope == self.scope
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
    endRefreshes(.superseded)
    self.scope = scope
    fetching.forgetFailure()
    patience.endDelays()
    show()
  }

  /// Lets `body` work on a scope, which need not be the shown one.
  private mutating func within<Result>(_ scope: Scope, _ body: (inout Self) -> Result) -> Result {
    let shown = self.scope
    self.scope = scope
    defer { self.scope = shown }
    return body(&self)
  }

  /// Shows the snapshot of the scope, and wants a fetch if it is not fresh.
  private mutating func show() {
    // A snapshot that is saved again is the most recently used one.
    if let known = stored.remove(scope) { stored.save(known) }
    noteSnapshot()
    if isStale, surroundings.observers > 0 { want() }
  }

  /// Tells ``fetching`` the version, the validator and the age of the snapshot.
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

  /// Ends the fetch, or returns the snapshot that has to be saved first.
  private mutating func fetched(_ outcome: FetchOutcome<Value?>?) -> Snapshot? {
    // The ages of snapshots are measured by the wall clock, which may have been set during the fetch.
    noteSnapshot()
    // The value to save; `nil` if there is none.
    var value = current?.value
    var (version, validator) = (current?.version, current?.validator)
    switch outcome {
    case .updated(let update, let tag) where !fetching.isLagging(update.version):
      update.apply(&value)
      (version, validator) = (update.version?.number, tag)
    case .notModified where validator == nil:
      finish(.failed(.status(304)))
      return nil
    case .notModified: break
    default: value = nil
    }
    if let value {
      return Snapshot(
        scope: scope, value: value, version: version, time: rules.date(), validator: validator)
    }
    finish(outcome)
    return nil
  }

  /// Saves a snapshot, and removes the least recently used ones except the shown one.
  private mutating func save(_ snapshot: Snapshot) {
    let others = stored.map(\.scope).filter { $0 != snapshot.scope && $0 != scope }
    let space = rules.capacity - (snapshot.scope == scope ? 1 : 2)
    add(.save(snapshot, removing: Array(others.dropLast(max(0, space)))))
  }

  /// Shows a snapshot, also if the disk has failed.
  private mutating func saved(_ snapshot: Snapshot, _ removed: [Scope]) {
    for scope in removed where scope != self.scope { stored.remove(scope) }
    stored.save(snapshot)
    let update = ServerUpdate<Value?>(version: snapshot.serverVersion)
    within(snapshot.scope) { $0.finish(.updated(update, validator: snapshot.validator)) }
  }

  private mutating func finish(_ outcome: FetchOutcome<Value?>?) {
    switch finishFetch(outcome) {
    case .replace, .keep: endRefreshes(upTo: fetching.started, nil)
    case .failed, .again: break
    }
  }
}

extension SourceSnapshot {
  fileprivate var serverVersion: ServerVersion? { version.map { ServerVersion($0) } }
}
