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
    let name: String
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
    case fetched(Scope, SourceOutcome<Value>?)
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
  /// The snapshots in memory, the most recently used scope last; `nil` until the store has been read.
  private(set) var stored: IdentifiedArray<Snapshot>?
  /// The calls that wait until the store has been read.
  private var loaders: [Waiter] = []
  private var fetching: Fetching
  private var refreshes = Refreshes()
  private var patience: Patience
  private var surroundings = Surroundings()
  /// The scopes of the requests that have not ended; `true` if the request was canceled.
  private var requests: [Scope: Bool] = [:]
  private var effects: [Effect<Work>] = []
  private var alarm: Duration?
  private var now = Duration.zero

  init(_ rules: Rules, _ scope: Scope, random: some RandomNumberGenerator & Sendable) {
    (self.rules, self.scope) = (rules, scope)
    fetching = Fetching(replicaLag: rules.replicaLag)
    patience = Patience(random)
  }

  mutating func handle(_ event: Event, at now: Duration) -> [Effect<Work>] {
    self.now = now
    switch event {
    case .load(let waiter): load(waiter)
    case .loaded(let snapshots): loaded(snapshots)
    case .select(let scope): select(scope)
    case .observe(let policy):
      patience.pass()
      if policy == .always || isStale { want() }
    case .refresh(let waiter): refresh(waiter)
    case .canceled(let waiter): refreshes.remove(waiter)
    case .surroundings(let surroundings): enter(surroundings)
    case .woke: break
    case .fetched(let scope, let outcome): fetched(scope, outcome)
    case .saved(let snapshot, let removed, let error): saved(snapshot, removed, error)
    }
    if surroundings.observers == 0, refreshes.isEmpty { cancel() }
    startFetch()
    defer { effects = [] }
    return effects
  }

  static func isRequest(_ work: Work) -> Bool { if case .fetch = work { true } else { false } }

  func permits(_ request: Work) -> Bool {
    guard case .fetch(let scope, _) = request else { return true }
    return surroundings.closed.isEmpty && requests[scope] == false
  }

  static func abandoned(_ request: Work) -> Event? {
    if case .fetch(let scope, _) = request { .fetched(scope, nil) } else { nil }
  }

  // MARK: State

  var state: SourceState<Scope, Value> {
    var status = fetching.status(closed: surroundings.closed, isRunning: surroundings.isRunning)
    if requests[scope] == false { status = .fetching }
    return SourceState(
      scope: scope, data: current.map { .value($0, isFresh: isFresh($0)) } ?? .none, fetch: status)
  }

  var current: Snapshot? { stored?[id: scope] }

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

  private mutating func load(_ waiter: Waiter) {
    if stored != nil { return effects.append(.reply(waiter, nil)) }
    loaders.append(waiter)
    if loaders.count == 1 { effects.append(.work(.load)) }
  }

  private mutating func loaded(_ snapshots: IdentifiedArray<Snapshot>) {
    stored = IdentifiedArray(snapshots.sorted { $0.time < $1.time })
    show()
    for waiter in loaders { effects.append(.reply(waiter, nil)) }
    loaders = []
  }

  private mutating func select(_ scope: Scope) {
    guard scope != self.scope else { return }
    cancel()
    for waiter in refreshes.end() { effects.append(.reply(waiter, .superseded)) }
    self.scope = scope
    fetching = Fetching(replicaLag: rules.replicaLag)
    patience.pass()
    show()
  }

  /// Shows the snapshot of the scope, unless it is too old, and wants a fetch if it is not fresh.
  private mutating func show() {
    if let known = stored?.remove(scope), age(of: known) <= rules.usableFor ?? .seconds(Int64.max) {
      stored?.save(known)
    }
    noteSnapshot()
    if isStale, surroundings.observers > 0 { want() }
  }

  private mutating func noteSnapshot() {
    let age = current.map(age) ?? .zero
    fetching.show(current?.serverVersion, current?.validator, age: age, at: now)
  }

  private mutating func enter(_ new: Surroundings) {
    let old = surroundings
    surroundings = new
    if new.isRunning != old.isRunning { alarm = nil }
    if !new.closed.isEmpty {
      endRefreshes(.closed(new.closed))
    } else if new.closings > old.closings || !old.closed.isEmpty {
      patience.hurry(at: now)
      if isStale, new.observers > 0 { want() }
    }
  }

  // MARK: Fetching

  /// Wants a fetch; one in progress suffices.
  private mutating func want() {
    fetching.forgetFailure()
    if requests[scope] != false { fetching.want() }
  }

  private mutating func refresh(_ waiter: Waiter) {
    guard surroundings.closed.isEmpty else {
      effects.append(.reply(waiter, .closed(surroundings.closed)))
      return
    }
    patience.pass()
    fetching.forgetFailure()
    refreshes.append(waiter, for: fetching.next)
  }

  private mutating func endRefreshes(upTo epoch: Epoch = .max, _ error: SyncError?) {
    for waiter in refreshes.end(upTo: epoch) { effects.append(.reply(waiter, error)) }
  }

  /// Whether a fetch has to start as soon as the delays permit it.
  private var isFetchDue: Bool {
    // A canceled request is in progress until it has ended: the server gets one per scope at a time.
    guard stored != nil, requests[scope] == nil, surroundings.closed.isEmpty else { return false }
    if !refreshes.isEmpty { return true }
    guard surroundings.isRunning, surroundings.observers > 0 else { return false }
    return fetching.isWanted || fetching.failure != nil
  }

  private mutating func startFetch() {
    if let time = alarm, time <= now { alarm = nil }
    guard isFetchDue else { return }
    if !refreshes.isEmpty || patience.fetchEnd <= now {
      fetching.start(at: now)
      patience.start()
      requests[scope] = false
      effects.append(.work(.fetch(scope, validator: current?.validator)))
    } else if patience.fetchEnd < alarm ?? .seconds(Int64.max) {
      alarm = patience.fetchEnd
      effects.append(.wake(at: patience.fetchEnd))
    }
  }

  /// Cancels the request for the scope, for which no call waits any more.
  private mutating func cancel() {
    fetching.stopWanting()
    guard requests[scope] == false else { return }
    requests[scope] = true
    _ = fetching.finish(.canceled, at: now)
    fetching.stopWanting()
    effects.append(.work(.cancel(scope)))
  }

  private mutating func fetched(_ scope: Scope, _ outcome: SourceOutcome<Value>?) {
    guard requests[scope] == false, scope == self.scope else { return requests[scope] = nil }
    // The ages of snapshots are measured by the wall clock.
    noteSnapshot()
    switch outcome {
    case .value(let value, let validator, let version):
      let new = Snapshot(
        scope: scope, value: value, version: version, time: rules.date(), validator: validator)
      if fetching.isLagging(new.serverVersion) {
        finish(.value(new.serverVersion, validator: validator))
      } else {
        save(new)
      }
    case .notModified(let validator):
      if let confirmed = current?.confirmed(by: validator, at: rules.date()) {
        save(confirmed)
      } else {
        // The response confirms another snapshot. Without a validator, the next one has the whole value.
        if let current { stored?.save(current.map { $0 }) }
        noteSnapshot()
        finish(.failed(.status(304)))
      }
    case .failed(let failure, let retryAfter): finish(.failed(failure), wish: retryAfter)
    case .closed(let reason):
      finish(.canceled)
      surroundings.closed.insert(reason)
      endRefreshes(.closed(surroundings.closed))
      effects.append(.close(reason))
    case nil: finish(.canceled)
    }
  }

  private mutating func save(_ snapshot: Snapshot) {
    let others = (stored ?? IdentifiedArray()).map(\.scope).filter { $0 != snapshot.scope }
    let leaving = others.dropLast(max(0, rules.capacity - 1))
    effects.append(.work(.save(snapshot, removing: Array(leaving))))
  }

  private mutating func saved(_ snapshot: Snapshot, _ removed: [Scope], _ error: StorageError?) {
    switch error {
    case .inUse, .closed:
      // The file may contain a newer snapshot of another source, or its user has left.
      if let error { finish(.failed(.notStored(error)), of: snapshot.scope) }
    default:
      // If the disk fails, the snapshot is shown from memory.
      for scope in removed where scope != self.scope { stored?.remove(scope) }
      stored?.save(snapshot)
      finish(.value(snapshot.serverVersion, validator: snapshot.validator), of: snapshot.scope)
    }
  }

  private mutating func finish(
    _ arrival: Fetching.Arrival, wish: Duration? = nil, of scope: Scope? = nil
  ) {
    let scope = scope ?? self.scope
    guard requests.removeValue(forKey: scope) == false, scope == self.scope else { return }
    let verdict = fetching.finish(arrival, at: now)
    effects.append(.report(.fetch(source: rules.name, verdict.kind(of: arrival))))
    switch verdict {
    case .replace, .keep:
      patience.succeed()
      endRefreshes(upTo: fetching.started, nil)
    case .failed(let failure):
      patience.fail(at: now, wish: wish)
      endRefreshes(upTo: fetching.started, .fetch(failure))
    case .again: break
    }
  }
}

extension SourceSnapshot {
  fileprivate var serverVersion: ServerVersion? { version.map { ServerVersion($0) } }

  /// Returns this snapshot with the time and the validator of a "not modified" response.
  ///
  /// `validator` is the validator of the response. If the response has none, the stored validator stays.
  ///
  /// - Returns: `nil` if the response does not confirm this snapshot. This is the case if no validator
  ///   is stored, or if the response has a strong validator that differs from the stored one (RFC 9111,
  ///   4.3.4). A weak validator (`W/`) does not identify one exact value, so it always confirms.
  fileprivate func confirmed(by validator: String?, at time: Date) -> SourceSnapshot? {
    guard let sent = self.validator else { return nil }
    let answered = validator ?? sent
    guard answered == sent || answered.hasPrefix("W/") else { return nil }
    return SourceSnapshot(
      scope: scope, value: value, version: version, time: time, validator: answered)
  }
}
