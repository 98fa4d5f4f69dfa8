#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage

/// A stored copy of a server value: available at once, and refreshed over the network.
///
/// The source stores one snapshot per scope, such as a city and a language, and has one current
/// scope. A response is stored first and shown then. A failed request does not remove the stored
/// value.
///
/// ```swift
/// let menus = CachedSource<MenuScope, Menu>(
///   store: CollectionRepository(
///     .memoryBackedByFile("menus"), class: .cache, schema: Schema(SourceSnapshot.self),
///     in: directory),
///   scope: MenuScope(city, language), freshFor: .seconds(600), gate: gate, now: { .now }
/// ) { scope, validator in
///   await server.menu(scope, ifNot: validator)
/// }
/// group.addTask { await menus.run() }
///
/// for await state in await menus.states() {
///   switch state.data {
///   case .none: showPlaceholder()
///   case .value(let menu, let isFresh): show(menu.value, asOf: isFresh ? nil : menu.time)
///   }
///   showProgress(state.fetch)
/// }
/// ```
///
/// At most one request per scope is in progress; all consumers share it. It is canceled when the
/// last consumer has left and when another scope becomes current.
public actor CachedSource<Scope: Hashable & Sendable, Value: Equatable & Sendable> {
  let store: CollectionRepository<SourceSnapshot<Scope, Value>>
  let capacity: Int
  let freshFor: Duration
  let usableFor: Duration?
  let replicaLag: Duration
  let gate: Gate
  let now: @Sendable () -> Date
  let fetch: @Sendable (Scope, _ validator: String?) async -> SourceAnswer<Value>

  var scope: Scope
  /// Snapshots in memory, the most recently used scope last; `nil` until the store has been read.
  var stored: IdentifiedArray<SourceSnapshot<Scope, Value>>?
  /// Requests that have not ended, including canceled ones.
  var requests: [Scope: SourceRequest] = [:]
  /// Whether a fetch is wanted and has not been answered.
  var isDue = false
  /// Failure of the last fetch; `nil` after a success, a new demand or a change of scope.
  var failure: FetchFailure?
  /// Number of calls of ``refresh()`` so far, and the numbers of the calls that still wait.
  var demanded = 0
  var demands: Set<Int> = []
  /// The last call of ``refresh()`` that the newest answer satisfies, with that answer's failure.
  ///
  /// A request satisfies only the calls made before it started, because its value may be older than
  /// a later call.
  var answered: (demand: Int, failure: FetchFailure?) = (0, nil)
  /// Number of scope changes; a waiting ``refresh()`` detects one by it.
  private var visit = 0
  /// Position of the newest state; grows with each update.
  var moment = 0
  let observers = Broadcast<SourceState<Scope, Value>>()
  let interest = SourceInterest()
  /// Whether a task awaits ``run()``.
  var isRunning = false

  /// Creates a source that sends no request before ``run()``.
  ///
  /// - Parameters:
  ///   - store: The repository of the snapshots, one per scope. No other source may use it.
  ///   - scope: The scope that is shown first.
  ///   - capacity: The maximum number of stored scopes; the least recently used ones are removed.
  ///   - freshFor: The age up to which a snapshot is fresh, so that it need not be fetched again.
  ///   - usableFor: The age up to which a stored snapshot is shown when its scope becomes current;
  ///     `nil` for no limit.
  ///   - replicaLag: The longest expected lag of a replica of the server or of a cache in front of
  ///     it. A lower version than the stored one is used only if the server has not confirmed the
  ///     stored version for longer than that.
  ///   - gate: The gate that has to be open for a request to start.
  ///   - now: Returns the current time, such as `{ .now }`.
  ///   - fetch: Makes one request for a scope, conditional on the validator if there is one. It is
  ///     canceled when no consumer is left, when another scope becomes current, and together with
  ///     ``run()``.
  public init(
    store: CollectionRepository<SourceSnapshot<Scope, Value>>, scope: Scope, capacity: Int = 4,
    freshFor: Duration, usableFor: Duration? = nil, replicaLag: Duration = .seconds(3_600),
    gate: Gate,
    now: @escaping @Sendable () -> Date,
    fetch: @escaping @Sendable (Scope, _ validator: String?) async -> SourceAnswer<Value>
  ) {
    self.store = store
    self.scope = scope
    self.capacity = capacity
    self.freshFor = freshFor
    self.usableFor = usableFor
    self.replicaLag = replicaLag
    self.gate = gate
    self.now = now
    self.fetch = fetch
  }

  /// Sends requests until its task is canceled; one task of the app awaits it.
  ///
  /// A second call returns at once while the first is running.
  public func run() async {
    guard !isRunning else { return }
    isRunning = true
    defer {
      isRunning = false
      tell()
    }
    let bell = interest.bell()
    await load()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followGate() }
      for await _ in bell { startOrStop(in: &group) }
    }
  }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  ///
  /// The first state arrives once the store has been read, without waiting for the network. Two
  /// consecutive states are never equal. The sequence supports one consumer. Requests continue
  /// until that consumer's iteration ends, unless `fetching` is ``SourceFetching/never``.
  public func states(
    fetching: SourceFetching = .whenStale
  ) async -> some AsyncSequence<SourceState<Scope, Value>, Never> & Sendable {
    await load()
    let membership = fetching == .never ? nil : SourceMembership(interest)
    switch fetching {
    case .never: break
    case .whenStale: wantIfStale()
    case .always: want()
    }
    return SourceStates(states: observers.observe(now: state), membership: membership)
  }

  /// Fetches the value and returns its snapshot, which is not older than this call.
  ///
  /// Only a request that starts after the call satisfies it. If an earlier request is in progress,
  /// the next one starts when that has ended, once for all calls made until then. Canceling the
  /// call does not cancel a request that other consumers await.
  ///
  /// - Throws: ``SyncError/fetch(_:)``, ``SyncError/closed(_:)``, ``SyncError/superseded`` if
  ///   another scope became current, ``SyncError/notRunning`` without ``run()``, or
  ///   ``SyncError/cancelled``. The stored snapshot stays.
  @discardableResult
  public func refresh() async throws(SyncError) -> SourceSnapshot<Scope, Value> {
    await load()
    guard !Task.isCancelled else { throw .cancelled }
    guard isRunning else { throw .notRunning }
    interest.join()
    defer { interest.leave() }
    demanded += 1
    let (demand, visit) = (demanded, visit)
    demands.insert(demand)
    defer { demands.remove(demand) }
    want()
    // The states only wake this loop, which may miss some of them; `answered` has the outcome.
    for await _ in observers.observe(now: state) {
      guard visit == self.visit else { throw .superseded }
      if answered.demand >= demand {
        if let failure = answered.failure { throw .fetch(failure) }
        if let snapshot = stored?[id: scope] { return snapshot }
      }
      if case .closed(let reasons) = state.fetch { throw .closed(reasons) }
      guard isRunning else { throw .notRunning }
    }
    throw .cancelled
  }

  /// Makes another scope current and yields its state to all consumers.
  ///
  /// The request for the previous scope is canceled. A response to it that still arrives is neither
  /// stored nor shown.
  public func use(_ scope: Scope) async {
    if scope != self.scope {
      callOff()
      visit += 1
      self.scope = scope
      failure = nil
      isDue = false
      takeUp()
    }
    await load()
  }
}
