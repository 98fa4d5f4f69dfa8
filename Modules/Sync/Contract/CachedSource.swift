#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage

/// A value of the server's that is there at once: what is stored first, what the network has beside it.
///
/// There is one value for each scope, such as a city and a language, and one scope at a time. What the
/// server answers is stored, and then shown; what it does not answer takes nothing away.
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
/// One request of a scope is under way at a time, for all who want it. It is called off when the last
/// of them has left, and when another scope is taken.
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
  /// What the store has, the scope used last at the end; `nil` until it has been read.
  var stored: IdentifiedArray<SourceSnapshot<Scope, Value>>?
  /// Those that have not ended, called off or not.
  var requests: [Scope: SourceRequest] = [:]
  /// Whether an answer is wanted that has not come.
  var isDue = false
  /// Why the last attempt brought nothing.
  var failure: String?
  /// Number of calls of ``refresh()``, and those of them that wait, by their numbers.
  var demanded = 0
  var demands: Set<Int> = []
  /// The last call of ``refresh()`` that an answer satisfies, and why that answer brought nothing.
  ///
  /// A request satisfies the calls that were made before it left, and no later one: what it brings may
  /// be older than those.
  var answered: (demand: Int, failure: String?) = (0, nil)
  /// Number of scopes that were left.
  private var visit = 0
  /// Number of states that were yielded.
  var moment = 0
  let observers = Broadcast<SourceState<Scope, Value>>()
  let interest = SourceInterest()
  /// Whether a task awaits ``run()``.
  var isRunning = false

  /// Makes a source that asks for nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - store: Where snapshots are kept, one for each scope; no other source has it.
  ///   - scope: What is shown first.
  ///   - capacity: How many scopes are kept; those that were used longest ago go.
  ///   - freshFor: How long a value does without the network.
  ///   - usableFor: The age from which on a value is not shown when its scope is taken; `nil` for none.
  ///   - replicaLag: The longest time that a replica of the server, or a cache before it, is expected to
  ///     lag. A lower version than the stored one is used when the server has not confirmed that one
  ///     for longer.
  ///   - gate: Whether anything may be asked.
  ///   - now: Tells the time of day, such as `{ .now }`.
  ///   - fetch: Asks the server once, for something other than what the validator stands for. It is
  ///     cancelled when nobody wants the answer any more.
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

  /// Asks for what is wanted, until its task is cancelled; one task of the app awaits it.
  ///
  /// A second call while the first runs returns at once.
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

  /// The state now and whenever it is another one; who looks late sees the newest only.
  ///
  /// Begins when the store has been read, without waiting for the network. No two states in a row are
  /// equal. It is for one reader, who counts as such until its loop has ended.
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

  /// Asks the server and returns the stored snapshot, which is not older than this call.
  ///
  /// Only a request that leaves after the call satisfies it. While an earlier one is under way, the next
  /// one leaves when that has ended, once for all calls made until then. Canceling it does not cancel
  /// the requests that others await.
  ///
  /// - Throws: ``SourceError``, such as ``SourceError/notRunning`` without ``run()``; what was stored
  ///   still is. An answer of a replica that lags is not used, and counts as a failure.
  @discardableResult
  public func refresh() async throws(SourceError) -> SourceSnapshot<Scope, Value> {
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
    // The states only wake this up: it may have missed some of them.
    for await _ in observers.observe(now: state) {
      guard visit == self.visit else { throw .scopeChanged }
      if answered.demand >= demand {
        if let reason = answered.failure { throw .failed(reason) }
        if let snapshot = stored?[id: scope] { return snapshot }
      }
      if case .closed(let reasons) = state.fetch { throw .closed(reasons) }
      guard isRunning else { throw .notRunning }
    }
    throw .cancelled
  }

  /// Takes another scope: its state is the next that any reader gets, and nothing that was asked for
  /// another scope is stored or shown any more.
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
