#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage

/// A stored copy of a server value: available at once, and refreshed over the network.
///
/// The source stores one snapshot of the value per scope. A scope identifies one variant of the value,
/// such as the menu of a city in a language. One scope is current at a time, and
/// ``states(fetching:)`` yields only its value. A response is stored before it is shown. A failed
/// request does not remove the stored value.
///
/// ```swift
/// let menus = CachedSource<MenuScope, Menu>(
///   store: CollectionRepository(
///     .memoryBackedByFile("menus"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
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
/// At most one request per scope is in progress, and all consumers of the states share it. The request
/// is canceled when the last consumer stops iterating over the states, or when another scope becomes
/// current.
public actor CachedSource<Scope: Hashable & Sendable, Value: Equatable & Sendable> {
  private let store: CollectionRepository<SourceSnapshot<Scope, Value>>
  private let capacity: Int
  private let freshFor: Duration
  private let usableFor: Duration?
  private let replicaLag: Duration
  private let gate: Gate
  private let now: @Sendable () -> Date
  private let fetch: @Sendable (Scope, _ validator: String?) async -> SourceOutcome<Value>

  private var scope: Scope
  /// Snapshots in memory, the most recently used scope last; `nil` until the store has been read.
  private var stored: IdentifiedArray<SourceSnapshot<Scope, Value>>?
  /// Requests that have not ended, including canceled ones.
  private var requests: [Scope: SourceRequest] = [:]
  /// Whether a fetch was requested and its response has not been applied yet.
  private var isDue = false
  /// The failure of the last fetch; `nil` after a success, when another fetch is requested, and when the
  /// scope changes.
  private var failure: FetchFailure?
  /// Number of calls of ``refresh()`` so far.
  ///
  /// The calls are numbered from 1. `waitingRefreshes` contains the numbers of the waiting calls.
  private var refreshCount = 0
  private var waitingRefreshes: Set<Int> = []
  /// The outcome of the newest request, and the number of the last ``refresh()`` call that it answers.
  ///
  /// The calls are numbered from 1. A request answers all calls that were made before the request
  /// started. Later calls wait for the next request. `failure` is `nil` if the request succeeded.
  private var answered: (refreshNumber: Int, failure: FetchFailure?) = (0, nil)
  /// Number of scope changes.
  ///
  /// A waiting ``refresh()`` call compares this number to detect a scope change.
  private var scopeChangeCount = 0
  private let observed: ObservedState<SourceState<Scope, Value>>
  /// Yields whenever the state is published, to wake waiting calls of ``refresh()``.
  private let steps = Broadcast<Void>()
  private let subscribers = SourceSubscribers()
  /// Whether ``run()`` is running.
  private var isRunning = false

  /// Creates a source that sends no request before ``run()`` or ``refresh()``.
  ///
  /// - Parameters:
  ///   - store: The repository of the snapshots, one per scope. No other source may use it.
  ///   - scope: The scope that is shown first.
  ///   - capacity: The maximum number of stored scopes; the least recently used ones are removed.
  ///   - freshFor: The age up to which a snapshot is fresh; a fresh snapshot need not be fetched again.
  ///   - usableFor: The age up to which a stored snapshot is shown when its scope becomes current;
  ///     `nil` for no limit.
  ///   - replicaLag: The longest expected lag of a server replica, or of a cache in front of the
  ///     server. The server may return a lower version than the stored one. Such a response counts as
  ///     outdated until this time has passed since the server last confirmed the stored version.
  ///     After that, the response replaces the stored value.
  ///   - gate: The gate that has to be open for a request to start.
  ///   - now: Returns the current time, such as `{ .now }`.
  ///   - fetch: Makes one request for a scope, conditional on the validator if there is one. This call
  ///     is canceled when no consumer is left, when another scope becomes current, and when ``run()``
  ///     is canceled.
  public init(
    store: CollectionRepository<SourceSnapshot<Scope, Value>>, scope: Scope, capacity: Int = 4,
    freshFor: Duration, usableFor: Duration? = nil, replicaLag: Duration = .seconds(3_600),
    gate: Gate,
    now: @escaping @Sendable () -> Date,
    fetch: @escaping @Sendable (Scope, _ validator: String?) async -> SourceOutcome<Value>
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
    observed = ObservedState(SourceState(scope: scope, data: .none, fetch: .notRunning))
  }

  /// Sends requests until the calling task is canceled; await it in one task of the app.
  ///
  /// A second call returns at once while the first is running.
  public func run() async {
    guard !isRunning else { return }
    isRunning = true
    defer {
      isRunning = false
      publish()
    }
    let signal = subscribers.signal()
    await load()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followGate() }
      for await _ in signal { startOrCancelRequest(in: &group) }
    }
  }

  /// The current state; it contains no value until a call, such as ``run()``, has read the store.
  public nonisolated var state: SourceState<Scope, Value> { observed.state }

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
    // The snapshot may have become stale since the last state was yielded.
    publish()
    guard fetching != .never else { return observed.states() }
    subscribers.join()
    if fetching == .always { requestFetch() } else { requestFetchIfStale() }
    return observed.states(onEnd: { [subscribers] in subscribers.leave() })
  }

  /// Fetches the value by a request that starts after this call, and returns its snapshot.
  ///
  /// A request that is already in progress is not used, because its value may be older than this call.
  /// Another request follows, and serves all calls that are waiting when the request starts.
  ///
  /// Canceling this call does not cancel a request that other consumers await. While ``run()`` is not
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
    subscribers.join()
    defer { subscribers.leave() }
    refreshCount += 1
    let (refreshNumber, scopeChangeCount) = (refreshCount, scopeChangeCount)
    waitingRefreshes.insert(refreshNumber)
    defer { waitingRefreshes.remove(refreshNumber) }
    requestFetch()
    // `steps` only wakes this loop. The loop may miss elements, so it reads the outcome from
    // `answered`. A canceled stream still delivers its buffered element, so each iteration checks for
    // cancellation.
    for await _ in steps.observe(now: ()) where !Task.isCancelled {
      if !isRunning, let (scope, cancellation) = startRequest() {
        publish()
        await send(scope, until: cancellation)
      }
      guard scopeChangeCount == self.scopeChangeCount else { throw .superseded }
      if answered.refreshNumber >= refreshNumber {
        if let failure = answered.failure { throw .fetch(failure) }
        if let snapshot = stored?[id: scope] { return snapshot }
      }
      let closed = gate.reasons
      if isDue, requests[scope] == nil, !closed.isEmpty { throw .closed(closed) }
    }
    throw .cancelled
  }

  /// Makes another scope current and yields the state of the new scope to all consumers.
  ///
  /// The request for the previous scope is canceled. If the response to the canceled request still
  /// arrives, the response is neither stored nor shown.
  public func select(_ scope: Scope) async {
    if scope != self.scope {
      cancel()
      scopeChangeCount += 1
      self.scope = scope
      failure = nil
      isDue = false
      activateScope()
    }
    await load()
    publish()
  }

  // MARK: Requests

  /// Starts the next request if it is due; cancels the request in progress if no consumer is left.
  ///
  /// A request is not started while the gate is closed or another request for the scope is in progress.
  private func startOrCancelRequest(in group: inout DiscardingTaskGroup) {
    if subscribers.isEmpty {
      isDue = false
      cancel()
    }
    if let (scope, cancellation) = startRequest() {
      group.addTask { await self.send(scope, until: cancellation) }
    }
    publish()
  }

  /// Registers a request for the current scope; the caller then makes it by ``send(_:until:)``.
  ///
  /// No request is registered if no fetch is due, the gate is closed, or a request for this scope is in
  /// progress. A canceled request is in progress until it has ended, so that the server receives one
  /// request per scope at a time.
  ///
  /// - Returns: The scope, and a stream whose end cancels the request; `nil` if none was registered.
  private func startRequest() -> (scope: Scope, cancellation: AsyncStream<Void>)? {
    guard isDue, gate.isOpen, requests[scope] == nil else { return nil }
    let (cancellation, end) = AsyncStream.makeStream(of: Void.self)
    requests[scope] = SourceRequest(end: end)
    return (scope, cancellation)
  }

  /// Cancels the request for the current scope.
  private func cancel() {
    requests[scope]?.isCanceled = true
    requests[scope]?.end.finish()
  }

  /// Requests a fetch and removes the failure of the previous fetch from the state.
  private func requestFetch() {
    isDue = true
    failure = nil
    publish()
    subscribers.wake()
  }

  /// Requests a fetch if there is a consumer and the value is stale.
  ///
  /// The value is stale if its snapshot is missing or not fresh, or if the last fetch failed.
  private func requestFetchIfStale() {
    let isEnough = stored?[id: scope].map { isFresh($0) } ?? false
    if !subscribers.isEmpty, failure != nil || !isEnough { requestFetch() }
  }

  /// Observes the ``Gate``; calls ``requestFetchIfStale()`` each time the gate opens.
  ///
  /// If the gate is already open when the observation starts, ``requestFetchIfStale()`` is called at
  /// once.
  private func followGate() async {
    for await reasons in gate.changes() {
      if reasons.isEmpty { requestFetchIfStale() }
      subscribers.wake()
    }
  }

  /// Makes one request for a scope and applies its outcome.
  ///
  /// The end of the stream `cancellation` cancels the request.
  private func send(_ scope: Scope, until cancellation: AsyncStream<Void>) async {
    let validator = stored?[id: scope]?.validator
    let refreshNumber = refreshCount
    let answer = await withTaskGroup(of: SourceOutcome<Value>?.self) { group in
      group.addTask { [gate, fetch] in
        // The gate was open when this task was created, but may have closed before the task runs.
        gate.isOpen ? await fetch(scope, validator) : nil
      }
      group.addTask {
        for await _ in cancellation {}
        return nil
      }
      var answer: SourceOutcome<Value>?
      for await result in group {
        answer = answer ?? result
        group.cancelAll()
      }
      return answer
    }
    if let answer, isWanted(scope) { await apply(answer, of: scope, to: refreshNumber) }
    requests[scope] = nil
    publish()
    subscribers.wake()
  }

  /// Whether a response has to be ignored, because it may come from a lagging replica of the server.
  ///
  /// `true` if `version`, the version of the response, is lower than the version of `current`, and the
  /// server last sent or confirmed `current`, the stored snapshot, at most `replicaLag` ago.
  private func isDelayed(_ version: Int, behind current: SourceSnapshot<Scope, Value>) -> Bool {
    ReplicaLag.explains(
      version, below: current.version, confirmed: current.time, now: now(), limit: replicaLag)
  }

  /// Whether the request for this scope has not been canceled.
  private func isWanted(_ scope: Scope) -> Bool {
    requests[scope]?.isCanceled == false && !Task.isCancelled
  }

  /// Applies the outcome of a request: stores and shows the value, or shows the failure.
  ///
  /// The request satisfies the ``refresh()`` calls that were made before it started. Later calls wait
  /// for another request. `refreshNumber` is the number of the last satisfied call; the calls are
  /// numbered from 1.
  private func apply(_ answer: SourceOutcome<Value>, of scope: Scope, to refreshNumber: Int) async {
    let current = stored?[id: scope]
    var failure: FetchFailure?
    switch answer {
    case .value(let value, let validator, let version):
      if let version, let current, isDelayed(version, behind: current) {
        failure = .outdated
        break
      }
      failure = await save(
        SourceSnapshot(
          scope: scope, value: value, version: version, time: now(), validator: validator))
    case .notModified(let validator):
      if let current, let confirmed = current.confirmed(by: validator, at: now()) {
        failure = await save(confirmed)
      } else {
        failure = .status(304)
        // The response confirms another snapshot than the stored one. `map` removes the stored
        // validator, so that the next response contains the whole value.
        if let current { stored?.save(current.map { $0 }) }
      }
    case .failed(let reason):
      failure = reason
    case .closed(let reason):
      return gate.close(for: reason)
    }
    // The scope may have changed while the snapshot was being written.
    guard isWanted(scope) else { return }
    // This response does not satisfy the calls of `refresh()` that were made after the request started.
    // If such a call is waiting, another request is due.
    isDue = waitingRefreshes.contains { $0 > refreshNumber }
    self.failure = failure
    answered = (refreshNumber, failure)
  }

  // MARK: Storage

  /// Reads the stored snapshots into memory, once.
  ///
  /// An unreadable store counts as empty, because all values can be fetched again.
  private func load() async {
    guard stored == nil else { return }
    var found = IdentifiedArray<SourceSnapshot<Scope, Value>>()
    do { found = try await store.elements() } catch {}
    // A concurrent call may have set `stored` while this call was reading the store.
    guard stored == nil else { return }
    stored = IdentifiedArray(found.sorted { $0.time < $1.time })
    activateScope()
  }

  /// Shows the current scope, and requests a fetch if its snapshot is missing or stale.
  ///
  /// A stored snapshot that is older than `usableFor` counts as missing.
  private func activateScope() {
    let oldest = usableFor.map { $0 / .seconds(1) } ?? .infinity
    if let current = stored?.remove(scope), age(of: current) <= oldest { stored?.save(current) }
    requestFetchIfStale()
    publish()
  }

  /// Stores a snapshot and then shows it.
  ///
  /// - Returns: `nil` if the snapshot is shown. If another source uses the store,
  ///   ``FetchFailure/notStored(_:)``; the snapshot is then neither stored nor shown.
  private func save(_ snapshot: SourceSnapshot<Scope, Value>) async -> FetchFailure? {
    let others = (stored ?? IdentifiedArray()).map(\.scope).filter { $0 != snapshot.scope }
    let leaving = others.dropLast(max(0, capacity - 1))
    do {
      try await store.update { snapshots in
        for scope in leaving { snapshots.remove(scope) }
        snapshots.save(snapshot)
      }
    } catch {
      // If the disk fails, the snapshot is shown from memory. If another source uses the store's file,
      // the snapshot is not shown, because the file may contain a newer snapshot of that source.
      // The same holds after the directory was closed: its user has left.
      switch error {
      case .inUse, .closed: return .notStored(error)
      default: break
      }
    }
    for scope in leaving where scope != self.scope { stored?.remove(scope) }
    stored?.save(snapshot)
    return nil
  }

  // MARK: State

  private var fetchState: FetchStatus {
    if requests[scope]?.isCanceled == false { return .fetching }
    guard isRunning else { return .notRunning }
    let closed = gate.reasons
    if isDue { return closed.isEmpty ? .fetching : .closed(closed) }
    return failure.map { .failed($0) } ?? .idle
  }

  /// Yields the current state to the consumers, unless it is equal to the last yielded state.
  private func publish() {
    guard let stored else { return }
    let current = stored[id: scope]
    observed.tell(
      SourceState(
        scope: scope, data: current.map { .value($0, isFresh: isFresh($0)) } ?? .none,
        fetch: fetchState))
    steps.tell(())
  }

  private func isFresh(_ snapshot: SourceSnapshot<Scope, Value>) -> Bool {
    // A negative age means that the clock was set back. The true age is unknown, so the snapshot is not
    // fresh.
    let age = age(of: snapshot)
    return age >= 0 && age <= freshFor / .seconds(1)
  }

  private func age(of snapshot: SourceSnapshot<Scope, Value>) -> TimeInterval {
    now().timeIntervalSince(snapshot.time)
  }
}

extension SourceSnapshot {
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

/// A request in progress; canceling it does not cancel the requests for other scopes.
private struct SourceRequest: Sendable {
  var isCanceled = false
  /// The continuation of a stream without elements; ending this stream cancels the request.
  ///
  /// The element type is `Void`, because a stream of `Never` does not end under ThreadSanitizer (Swift
  /// 6.3).
  let end: AsyncStream<Void>.Continuation
}
