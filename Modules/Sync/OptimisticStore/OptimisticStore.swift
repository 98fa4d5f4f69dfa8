import Networking
public import Storage

/// The server's value with the user's changes on top.
///
/// A change is shown at once and stored before the call returns. It is sent, again if necessary, until
/// the server has answered. The store fetches the value, queues the changes in a journal on disk, and
/// publishes both as one state. A feature supplies only an ``OptimisticModel``.
///
/// ```swift
/// store = OptimisticStore(
///   FavoritesModel(transport: environment.transport), base: UnstoredBase([]), initial: [],
///   journal: "favorites", in: environment)
/// ```
///
/// ```swift
/// try await store.perform { _, _ in [FavoritesChange(product: product, edit: .add)] }
/// ```
///
/// Rules:
/// - ``perform(storesBaseFirst:_:)`` shows a change before it first suspends, and returns once the change
///   is in the journal.
/// - The value is fetched before the first change is sent: after the start, after a change of the city,
///   and after the gate was closed.
/// - The base, which is the confirmed value, receives the effect of a change in the same step in which
///   the change stops being pending. So the screen never shows the effect twice or not at all.
/// - A change leaves the journal only after the base that contains its effect, or makes it unnecessary,
///   has been stored.
///
/// All members may be called from any task, at any time and concurrently.
public actor OptimisticStore<Model: OptimisticModel> {
  private let model: Model
  private let outbox: Outbox<Model.Change>
  private let baseStore: any BaseStore<Model.Base>
  private let gate: Gate
  private let city: SettledCity
  private let observed: ObservedState<Model.State>
  /// A signal after each ``step()``, which wakes the loops of ``run()`` and the waiting calls.
  private let steps = Broadcast<Void>()
  private var machine: OptimisticStateMachine<Model.Base>
  private var resolutions: [Resolution<Model.Change>] = []
  /// The value of `gate.closings` when the base was last marked as outdated.
  private var seenClosings = 0
  /// The city when the base was last marked as outdated.
  private var seenContext: RequestContext?
  /// The input of the last ``step()``, by which unnecessary steps are recognized.
  private var lastInput: StepInput?
  private var lastItems: (moment: OutboxMoment, items: [OutboxItem<Model.Change>])?
  /// The mutex for reading and writing the files.
  private var mutex = AsyncMutex()
  /// The number of `perform` calls whose changes are being written to the journal.
  private var journaling = 0
  /// The callers that resume when `journaling` is 0: an edited base is stored after the changes that
  /// belong to it.
  private var afterJournaling: [CheckedContinuation<Void, Never>] = []

  /// The executor of the queue; sharing it lets one step change the store and the queue together.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { outbox.unownedExecutor }

  /// Creates a store; it reads no file and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - model: The feature-specific part.
  ///   - base: The storage of the confirmed value.
  ///   - initial: The base that is shown until the stored one has been loaded.
  ///   - journal: The name of the journal's file; only one store per name and directory may exist.
  ///   - capacity: The maximum number of pending changes; further ones throw ``SyncError/full(limit:)``.
  ///   - environment: The environment of the app.
  public init(
    _ model: Model, base: some BaseStore<Model.Base>, initial: Model.Base, journal: String,
    capacity: Int = 1_000, in environment: FeatureEnvironment
  ) {
    self.model = model
    baseStore = base
    gate = environment.gate
    city = environment.city
    outbox = environment.outbox(journal, capacity: capacity)
    machine = OptimisticStateMachine(base: initial)
    observed = ObservedState(model.state(of: OptimisticSnapshot(base: initial)))
  }

  // MARK: Observing

  /// The current state.
  public nonisolated var state: Model.State { observed.state }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  public nonisolated func states() -> AsyncStream<Model.State> { observed.states() }

  /// Returns the result of `body` for the current state and the base.
  ///
  /// If necessary, both are loaded from the disk first.
  public func read<Value: Sendable>(
    _ body: (Model.State, Model.Base) throws(Model.Failure) -> Value
  ) async throws(Model.Failure) -> Value {
    try await load()
    step()
    return try body(observed.state, machine.base)
  }

  // MARK: Changing

  /// Enqueues changes: they are shown at once, and stored after all earlier changes.
  ///
  /// Without ``run()`` the changes are shown and stored; the next run sends them.
  ///
  /// - Parameters:
  ///   - storesBaseFirst: Whether the base is stored before the changes, because they refer to data in
  ///     it. Otherwise it is stored after them; use this if `body` moves data from the base into the
  ///     changes.
  ///   - body: Returns the changes for the current state, and may edit the device's part of the base. If
  ///     it throws, nothing is changed.
  /// - Returns: Whether the changes and the edited base would survive a crash.
  /// - Throws: The error of `body`, or a ``SyncError``; then nothing was changed.
  @discardableResult
  public func perform(
    storesBaseFirst: Bool = false,
    _ body: (Model.State, inout Model.Base) throws(Model.Failure) -> [Model.Change]
  ) async throws(Model.Failure) -> WriteStatus {
    try await load()
    if Task.isCancelled { throw .sync(.cancelled) }
    step()
    var base = machine.base
    let changes = try body(observed.state, &base)
    let ids: Set<Int>
    do throws(SyncError) { ids = try accept(changes) } catch { throw .sync(error) }
    machine.setBase(base)
    // After a crash between the two writes, the model's `reconcile` has to handle the changes without the
    // edited base, or the base without the changes.
    var stored = WriteStatus.written
    if storesBaseFirst {
      step()
      stored = await writeBase(isRetry: true)
    }
    journaling += 1
    step()
    let queued = ids.isEmpty ? .written : await outbox.finishWriting(ids)
    endJournaling()
    if !storesBaseFirst { stored = await writeBase(isRetry: true) }
    if case .failed = stored, queued == .inMemory { return stored }
    return queued == .written ? stored : queued
  }

  private func endJournaling() {
    journaling -= 1
    guard journaling == 0 else { return }
    for continuation in afterJournaling { continuation.resume() }
    afterJournaling = []
  }

  /// Sends a refused change again under a new idempotency key, or sends a delayed change now.
  public func retry(_ id: OutboxItem<Model.Change>.ID) async throws(Model.Failure) {
    try await decide(id) { outbox throws(SyncError) in try await outbox.retry(id) }
  }

  /// Replaces a refused change with another one of the same ``Lane``.
  ///
  /// - Returns: Whether the new change would survive a crash.
  @discardableResult
  public func replace(
    _ id: OutboxItem<Model.Change>.ID, with change: Model.Change
  ) async throws(Model.Failure) -> WriteStatus {
    try await decide(id) { outbox throws(SyncError) in try await outbox.replace(id, with: change)
    }
  }

  /// Removes a pending change that the server certainly does not have.
  ///
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have the change; make a change that
  ///   undoes it.
  public func discard(_ id: OutboxItem<Model.Change>.ID) async throws(Model.Failure) {
    try await decide(id) { outbox throws(SyncError) in try await outbox.discard(id) }
  }

  /// Carries out a decision of the user about a change.
  ///
  /// If the decision is about a refusal by the server, the refusal is stored first.
  private func decide<Result: Sendable>(
    _ id: Int, _ body: (Outbox<Model.Change>) async throws(SyncError) -> Result
  ) async throws(Model.Failure) -> Result {
    try await load()
    for await _ in steps.observe(now: ()) where !Task.isCancelled {
      do throws(SyncError) { return try await body(outbox) } catch {
        if case .inFlight = error, items.contains(where: { $0.id == id && $0.refusal != nil }) {
          continue
        }
        throw .sync(error)
      }
    }
    throw .sync(.cancelled)
  }

  // MARK: Fetching

  /// Fetches the server's value and waits for it.
  ///
  /// The request starts after this call, so its answer is not older than the call. Without ``run()`` the
  /// request is sent in the calling task and canceled with it.
  ///
  /// - Throws: ``SyncError`` if the fetch failed; the state shows the same value as before.
  public func refresh() async throws(Model.Failure) {
    try await load()
    try await fetched(machine.wantFetch())
  }

  /// Waits for the fetch with this ticket, and makes the fetch if no other task does.
  private func fetched(_ ticket: Int) async throws(Model.Failure) {
    step()
    // A canceled stream still delivers its buffered element.
    for await _ in steps.observe(now: ()) where !Task.isCancelled {
      await fetchIfWanted()
      switch machine.outcome(since: ticket) {
      case .success: return
      case .failure(let failure): throw .sync(.fetch(failure))
      case nil: break
      }
      let closed = gate.reasons
      guard !closed.contains(.noCity) else { throw .sync(.noCity) }
      guard closed.isEmpty else { throw .sync(.closed(closed)) }
    }
    throw .sync(.cancelled)
  }

  /// Makes one fetch if one is requested, none is in progress, and the gate is open.
  private func fetchIfWanted() async {
    guard gate.isOpen, let context = city.context, let fetch = machine.startFetch() else {
      return
    }
    step()
    let outcome = await model.fetch(machine.base, unless: fetch.validator, in: context)
    if Task.isCancelled, case .failed = outcome {
      machine.abandonFetch()
    } else if let reason = machine.finishFetch(outcome, at: now) {
      gate.close(for: reason)
    }
    step()
  }

  // MARK: Running

  /// Fetches the value and sends changes until its task is canceled; await it in one task of the app.
  ///
  /// A second call returns at once while the first is running.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the files cannot be read; call it again later.
  public func run() async throws(Model.Failure) {
    try await load()
    guard machine.startRunning() else { return }
    (seenClosings, seenContext) = (gate.closings, city.context)
    defer {
      machine.stopRunning()
      step()
    }
    step()
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await self.outbox.run(self.attempt) }
        group.addTask { await self.fetchWhenWanted() }
        group.addTask { await self.followGate() }
        group.addTask { await self.followCity() }
        group.addTask { await self.tidy() }
      }
    } catch let error as SyncError {
      throw .sync(error)
    } catch {
      // The task was canceled.
    }
  }

  /// Loads the base and the queue, once.
  private func load() async throws(Model.Failure) {
    guard !machine.isLoaded else { return }
    if !mutex.take() { await withCheckedContinuation { mutex.wait($0) } }
    defer { mutex.end() }
    guard !machine.isLoaded else { return }
    let base: Model.Base
    do throws(StorageError) { base = try await baseStore.load() } catch {
      throw .sync(.storage(error))
    }
    do throws(SyncError) { try await outbox.load() } catch { throw .sync(error) }
    machine.load(base)
    followQueue()
    step()
  }

  private func fetchWhenWanted() async {
    for await _ in steps.observe(now: ()) { await fetchIfWanted() }
  }

  /// Marks the base as outdated when the gate closes, so that the value is fetched before the next
  /// change.
  private func followGate() async {
    for await _ in gate.changes() {
      expireIfNeeded()
      step()
    }
  }

  /// Marks the base as outdated when the city changes, and ends all delays: a change may have waited for
  /// its city.
  private func followCity() async {
    // The first element is the current city, and not an update.
    var isNews = false
    for await _ in city.changes() {
      expireIfNeeded()
      if isNews { await outbox.retryNow() }
      isNews = true
      step()
    }
  }

  /// Marks the base as outdated if the city has changed, or if the gate was closed since the last call.
  private func expireIfNeeded() {
    let (closings, context) = (gate.closings, city.context)
    guard seenClosings < closings || seenContext != context else { return }
    (seenClosings, seenContext) = (closings, context)
    machine.expire()
  }

  /// Makes one attempt to send a change, after fetching the value if the base is outdated.
  private func attempt(_ change: OutgoingChange<Model.Change>) async -> SendAttempt<Model.Change> {
    expireIfNeeded()
    while !machine.isCurrent {
      do throws(Model.Failure) { try await fetched(machine.joinFetch()) } catch {
        return SendAttempt(.unreachable)
      }
      // The city may have changed during the fetch, and the change may belong to the previous city.
      expireIfNeeded()
    }
    // The city for which the model's state and decisions were computed. A city chosen since then is not
    // used.
    guard gate.isOpen, let context = seenContext else { return SendAttempt(.unreachable) }
    switch await model.send(change, on: machine.base, in: context) {
    case .applied(let update):
      return attempt(.applied(serverID: update.serverID), update, containing: change.id)
    case .conflict(let rebased, let update):
      return attempt(.conflict(rebased: rebased), update)
    case .rejected(let rejection, let update):
      return attempt(.rejected(rejection), update)
    case .unknown: return unanswered(.unknown)
    case .notSent: return unanswered(.unreachable)
    case .tryLater(let delay): return unanswered(.busy(retryAfter: delay))
    case .closed(let reason): return unanswered(.closed(reason))
    }
  }

  private func unanswered(_ delivery: Delivery<Model.Change>) -> SendAttempt<Model.Change> {
    if model.fetchesBeforeRepeating { machine.doubt() }
    return SendAttempt(delivery)
  }

  /// Returns the answer to a change in the form that the queue needs.
  ///
  /// The queue applies `update` to the base when it records the answer, so no state shows only one of the
  /// two. If the update contains the effect of the change `id`, the base is stored before the journal.
  /// After a crash between the two writes, the change is sent again under the same idempotency key.
  private func attempt(
    _ delivery: Delivery<Model.Change>, _ update: ServerUpdate<Model.Base>,
    containing id: Int? = nil
  ) -> SendAttempt<Model.Change> {
    let commit: @Sendable () -> Void = {
      self.assumeIsolated { $0.machine.commit(update, containing: id, at: $0.now) }
    }
    guard id != nil else { return SendAttempt(delivery, commit: commit) }
    return SendAttempt(delivery, commit: commit) { await self.storeCommitted() }
  }

  /// Shows and stores the base after the answer to a change.
  private func storeCommitted() async {
    step()
    await writeBase(isRetry: false)
  }

  // MARK: Steps

  // The queue runs on this actor's executor, so these calls do not suspend.

  /// The time on the queue's clock.
  private var now: Duration { outbox.assumeIsolated { $0.now } }

  private var items: [OutboxItem<Model.Change>] {
    let moment = outbox.assumeIsolated { $0.moment }
    if let lastItems, lastItems.moment == moment { return lastItems.items }
    let items = outbox.assumeIsolated { $0.currentItems() }
    lastItems = (moment, items)
    return items
  }

  private func accept(_ changes: [Model.Change]) throws(SyncError) -> Set<Int> {
    try outbox.assumeIsolated { $0.accept(changes) }.get()
  }

  private func followQueue() {
    outbox.assumeIsolated { outbox in
      outbox.onChange = { [weak self] in self?.assumeIsolated { $0.step() } }
    }
  }

  /// Computes the state from the current base, queue and city, and yields it.
  private func step() {
    guard machine.isLoaded else { return }
    defer { steps.tell(()) }
    var input = input
    guard lastInput != input else { return }
    let snapshot = snapshot()
    var base = machine.base
    resolutions = model.reconcile(&base, with: snapshot)
    let isSame = !machine.setBase(base)
    observed.tell(model.state(of: isSame ? snapshot : self.snapshot()))
    input.revision = machine.inputRevision
    lastInput = input
  }

  private var input: StepInput {
    let closed = gate.reasons
    return StepInput(
      queue: outbox.assumeIsolated { $0.moment }, revision: machine.inputRevision,
      context: city.context, sync: machine.sync(closed: closed, hasPending: false))
  }

  private func snapshot() -> OptimisticSnapshot<Model.Base, Model.Change> {
    var (pending, contained): ([OutboxItem<Model.Change>], [OutboxItem<Model.Change>]) = ([], [])
    for item in items {
      let isContained = machine.revision(containing: item.id, isApplied: item.isApplied) != nil
      if isContained { contained.append(item) } else { pending.append(item) }
    }
    return OptimisticSnapshot(
      base: machine.base, isStored: machine.isStored, pending: pending, contained: contained,
      context: city.context,
      sync: machine.sync(closed: gate.reasons, hasPending: !pending.isEmpty))
  }

  /// Stores the base and resolves pending changes as the model has decided, after each ``step()``.
  ///
  /// It ends when the task is canceled. The decisions are the result of
  /// ``OptimisticModel/reconcile(_:with:)``.
  private func tidy() async {
    for await _ in steps.observe(now: ()) {
      await writeBase(isRetry: false)
      let items = items
      let settled = machine.settle(
        applied: items.filter(\.isApplied).map(\.id),
        pending: Set(items.map(\.id)))
      await outbox.settle(settled)
      // A resolution that was computed from a base that is not stored yet waits for the next step.
      // Carrying out a resolution suspends, so the next one may be obsolete by then.
      for resolution in resolutions
      where machine.isWriteTried && self.resolutions.contains(resolution) {
        await carryOut(resolution)
      }
    }
  }

  private func carryOut(_ resolution: Resolution<Model.Change>) async {
    do throws(SyncError) {
      switch resolution {
      case .discard(let id): try await outbox.discard(id)
      case .replace(let id, let change): try await outbox.replace(id, with: change)
      }
    } catch {
      // The change has left the queue, or is being sent or written. The next step computes new
      // resolutions.
    }
  }

  /// Stores the current base, one write at a time, and returns whether it would survive a crash.
  @discardableResult
  private func writeBase(isRetry: Bool) async -> WriteStatus {
    if !mutex.take() { await withCheckedContinuation { mutex.wait($0) } }
    defer { mutex.end() }
    while journaling > 0 { await withCheckedContinuation { afterJournaling.append($0) } }
    guard let (base, revision) = machine.startWrite(isRetry: isRetry) else { return machine.write }
    let result = await baseStore.save(base)
    machine.finishWrite(of: revision, result)
    step()
    return result
  }
}

extension OutboxItem {
  /// Whether the server has applied the change.
  fileprivate var isApplied: Bool { reason == .applied }
}

/// All inputs of one `step()` of an ``OptimisticStore``, except for the time.
private struct StepInput: Equatable {
  let queue: OutboxMoment
  var revision: Int
  let context: RequestContext?
  let sync: SyncState
}
