public import Storage
import Synchronization

/// A stored copy of a server value: available at once, and refreshed over the network.
///
/// The source stores one snapshot of the value per scope. A scope identifies one variant of the value,
/// such as the menu of a city in a language. One scope is current at a time, and
/// ``states(fetching:)`` yields only its value. A response is stored before it is shown. A failed
/// request does not remove the stored value.
///
/// ```swift
/// let menus = CachedSource<MenuScope, Menu>(
///   "menus",
///   store: CollectionRepository(
///     .memoryBackedByFile("menus"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
///     in: environment.directory),
///   scope: MenuScope(city, language), freshFor: .seconds(600), in: environment
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
/// At most one request per scope is in progress, and all consumers of the states share it. Its response is
/// stored also if the last consumer has left, or if another scope is shown.
public final class CachedSource<Scope: Hashable & Sendable, Value: Equatable & Sendable>: Sendable {
  private let desk: Desk<SourceMachine<Scope, Value>>

  /// Creates a source that sends no request before ``run()`` or ``refresh()``.
  ///
  /// - Parameters:
  ///   - name: The name of the source in ``Diagnostics``.
  ///   - store: The repository of the snapshots, one per scope. No other source may use it.
  ///   - scope: The scope that is shown first.
  ///   - capacity: The maximum number of stored scopes; the least recently used ones are removed.
  ///   - freshFor: The age up to which a snapshot is fresh; a fresh snapshot need not be fetched again.
  ///   - replicaLag: The longest expected lag of a server replica, or of a cache in front of the
  ///     server. The server may return a lower version than the stored one. Such a response counts as
  ///     outdated until this time has passed since the server last confirmed the stored version.
  ///     After that, the response replaces the stored value.
  ///   - environment: The environment of the app.
  ///   - fetch: Makes one request for a scope, conditional on the validator if there is one. The request
  ///     is canceled with the task of ``run()`` or, while that is not running, of ``refresh()``.
  public init(
    _ name: String, store: CollectionRepository<SourceSnapshot<Scope, Value>>, scope: Scope,
    capacity: Int = 4, freshFor: Duration, replicaLag: Duration = ReplicaLag.longest,
    in environment: FeatureEnvironment,
    fetch: @escaping @Sendable (Scope, _ validator: String?) async -> FetchOutcome<Value?>
  ) {
    let rules = SourceMachine<Scope, Value>.Rules(
      capacity: capacity, freshFor: freshFor, replicaLag: replicaLag, date: environment.now)
    desk = Desk(
      SourceMachine(rules, name: name, scope, random: environment.random),
      gate: environment.gate, city: nil, time: SyncTime(environment.clock),
      diagnostics: environment.diagnostics
    ) { work in
      switch work {
      case .load:
        do { return .loaded(try await store.elements()) } catch {
          return .loaded(IdentifiedArray())
        }
      case .fetch(let scope, let validator):
        let outcome = await fetch(scope, validator)
        if Task.isCancelled, case .failed = outcome { return .fetched(scope, nil) }
        return .fetched(scope, outcome)
      case .save(let snapshot, let removed):
        // If the disk fails, the snapshot is in memory only.
        do {
          try await store.update { snapshots in
            for scope in removed { snapshots.remove(scope) }
            snapshots.save(snapshot)
          }
        } catch {}
        return .saved(snapshot, removed: removed)
      }
    }
  }

  /// Sends requests until the calling task is canceled; await it in one task of the app.
  ///
  /// A failed request is repeated after a growing delay while a consumer observes the states. A second
  /// call returns at once while the first is running.
  public func run() async {
    await load()
    await desk.run()
  }

  /// The current state; it contains no value until a call, such as ``run()``, has read the store.
  public var state: SourceState<Scope, Value> { desk.read { $0.state } }

  /// Returns a new stream of the current state, then of each update.
  ///
  /// A slow consumer skips intermediate states. The first state arrives once the store has been read,
  /// without waiting for the network.
  ///
  /// The source sends requests only while a consumer iterates over its stream. A consumer with
  /// ``FetchPolicy/never`` does not count.
  ///
  /// - Parameter fetching: The condition under which the new consumer causes a request.
  /// - Returns: A separate stream for one consumer.
  public func states(
    fetching: FetchPolicy = .whenStale
  ) async -> AsyncStream<SourceState<Scope, Value>> {
    await load()
    let states = desk.states(isCounted: fetching != .never) { [desk] in desk.read { $0.state } }
    if fetching != .never { desk.tell(.observe(fetching)) }
    return states
  }

  /// Fetches the value by a request that starts after this call, and returns its snapshot.
  ///
  /// A request that is already in progress is not used, because its value may be older than this call.
  /// Another request follows, and serves all calls that are waiting when the request starts.
  ///
  /// Canceling this call does not cancel the request of ``run()``. While ``run()`` is not
  /// running, one of the waiting calls sends the request. If that call is canceled, another waiting
  /// call sends the request again.
  ///
  /// - Throws: ``SyncError/fetch(_:)`` if the request failed, ``SyncError/closed(_:)`` if the gate is
  ///   closed, ``SyncError/superseded`` if another scope became current, or ``SyncError/cancelled``.
  ///   The stored snapshot stays.
  @discardableResult
  public func refresh() async throws(SyncError) -> SourceSnapshot<Scope, Value> {
    await load()
    guard !Task.isCancelled else { throw .cancelled }
    var scope: Scope?
    try await desk.call(isCancellable: true) { machine, waiter throws(SyncError) in
      scope = machine.scope
      return .refresh(waiter)
    }
    // Another scope may have been selected since the reply.
    let (shown, snapshot) = desk.read { ($0.scope, $0.current) }
    guard shown == scope, let snapshot else { throw .superseded }
    return snapshot
  }

  /// Makes another scope current and yields the state of the new scope to all consumers.
  ///
  /// The response to a request for the previous scope is stored, but not shown.
  public func select(_ scope: Scope) async {
    desk.tell(.select(scope))
    await load()
  }

  /// Reads the stored snapshots into memory, once.
  ///
  /// An unreadable store counts as empty, because all values can be fetched again.
  package func load() async {
    if desk.read({ $0.turn.isLoaded }) { return }
    // A source never fails to load.
    do { try await desk.call { _, waiter throws(SyncError) in .load(waiter) } } catch {}
  }
}
