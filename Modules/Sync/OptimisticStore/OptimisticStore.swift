import Networking
public import Storage

/// A store of a server's value, which shows the user's changes before the server has confirmed them.
///
/// The store shows a change at once, and stores it before the call returns. It sends the change
/// repeatedly until the server responds. It fetches the value, and queues the changes in a journal on
/// disk. It publishes the value and the changes as one state. A feature supplies only an
/// ``OptimisticModel``.
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
/// - ``perform(storesBaseFirst:_:)`` shows a change before it waits for the disk, and returns once the
///   change is in the journal.
/// - The store fetches the value before it sends a change if ``run()`` has just started, the user has
///   chosen another city, or the ``Gate`` was closed.
/// - The base is the confirmed value. When the base receives the effect of a change, the change stops
///   being pending in the same step. So the screen always shows the effect exactly once.
/// - An applied change leaves the journal after the base with the change's effect has been stored.
/// - ``OptimisticModel/reconcile(_:with:)`` may move data from a change to the base, and return a
///   ``Resolution`` that discards the change. The change is discarded after this base has been stored.
///
/// All members may be called from any task, at any time and concurrently.
public actor OptimisticStore<Model: OptimisticModel> {
  private let model: Model
  private let baseStore: any BaseStore<Model.Base>
  private let journal: any OutboxStore
  private let gate: Gate
  private let city: SettledCity
  private let observed: ObservedState<Model.State>
  /// A signal after each ``step()``; wakes the loops of ``run()`` and the calls that wait for an
  /// outcome.
  private let steps = Broadcast<Void>()
  private var machine: OptimisticStateMachine<Model.Base>
  private var outbox: Outbox<Model.Change>
  private var resolutions: [Resolution<Model.Change>] = []
  /// The value of `gate.closings` when ``run()`` started or ``expireIfNeeded()`` last marked the base as
  /// outdated.
  ///
  /// If `gate.closings` is higher now, the gate was closed in the meantime.
  private var closingsOfBase = 0
  /// The chosen city when ``run()`` or ``expireIfNeeded()`` last marked the base as outdated.
  private var contextOfBase: RequestContext?
  /// The input of the last ``step()``; a step with an equal input is skipped.
  ///
  /// The input is `nil` before the first step. ``endDelay()`` sets it to `nil`, so that the next step
  /// is not skipped.
  private var lastInput: StepInput<Model.Base>?
  /// The time for which the last wake-up was scheduled; `nil` if none was scheduled.
  ///
  /// A wake-up sends the changes whose delay has ended.
  private var alarm: Duration?
  /// The ids of the changes that have left the queue, and leave the journal when the base is stored.
  private var discarded: Set<Int> = []
  /// The mutex for loading the files and for writing the base.
  private var mutex = AsyncMutex()
  /// The number of calls whose new changes are being written to the journal.
  private var journaling = 0
  /// The continuations of the calls that wait to write the base until `journaling` is 0.
  ///
  /// They are resumed each time `journaling` decreases, and check it again.
  ///
  /// A call of ``perform(storesBaseFirst:_:)`` may have moved data from the base into new changes. On
  /// the disk, only the stored base contains this data until the changes are in the journal. Replacing
  /// the stored base before that could lose the data in a crash.
  private var afterJournaling: [CheckedContinuation<Void, Never>] = []
  /// The error of the last write of the journal; `nil` if that write succeeded.
  ///
  /// After an error, the file lacks changes that are in memory.
  private var journalError: StorageError?

  /// Creates a store, which reads no file and sends no request until one of its functions is called.
  ///
  /// - Parameters:
  ///   - model: The feature-specific part.
  ///   - base: The storage of the confirmed value.
  ///   - initial: The base that is shown until the stored one has been loaded.
  ///   - journal: The name of the journal's file; only one store per name and directory may exist.
  ///   - capacity: The maximum number of pending changes. Beyond it, ``perform(storesBaseFirst:_:)``
  ///     throws ``SyncError/full(limit:)``.
  ///   - environment: The environment of the app.
  public init(
    _ model: Model, base: some BaseStore<Model.Base>, initial: Model.Base, journal: String,
    capacity: Int = 1_000, in environment: FeatureEnvironment
  ) {
    self.model = model
    baseStore = base
    gate = environment.gate
    city = environment.city
    let file = environment.journal(journal)
    self.journal = file.store
    outbox = Outbox(
      journal: file, capacity: capacity,
      time: OutboxTime(environment.clock, environment.random), makeKey: environment.makeID)
    machine = OptimisticStateMachine(base: initial, replicaLag: model.replicaLag)
    observed = ObservedState(model.state(of: OptimisticSnapshot(base: initial)))
  }

  // MARK: Observing

  /// The current state.
  public nonisolated var state: Model.State { observed.state }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  public nonisolated func states() -> AsyncStream<Model.State> { observed.states() }

  /// Calls `body` with the current state and the base, and returns its result.
  ///
  /// If the stored data has not been loaded yet, the call loads it first.
  public func read<Value: Sendable>(
    _ body: (Model.State, Model.Base) throws(Model.Failure) -> Value
  ) async throws(Model.Failure) -> Value {
    try await load()
    step()
    return try body(observed.state, machine.base)
  }

  // MARK: Changing

  /// Enqueues changes, which are shown at once and stored after all earlier changes.
  ///
  /// While ``run()`` is not running, the changes are shown and stored; the next call of ``run()`` sends
  /// them.
  ///
  /// - Parameters:
  ///   - storesBaseFirst: Whether the edited base is stored before the changes instead of after them. A
  ///     crash between the two writes loses the second one. Pass `true` if the changes refer to data in
  ///     the edited base: no change is then stored without its data. Pass `false` if `body` moves data
  ///     from the base into the changes: the stored base then has the data until the changes are stored.
  ///   - body: Receives the current state and the base, and returns the changes to enqueue. It may edit
  ///     the data in the base that only the device has. If it throws, nothing is changed.
  /// - Returns: Whether the changes and the edited base would survive a crash.
  /// - Throws: The error of `body`, or a ``SyncError``; in both cases, nothing was changed.
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
    do throws(SyncError) { ids = try outbox.accept(changes) } catch { throw .sync(error) }
    machine.setBase(base)
    // The base and the changes are written separately. After a crash between the two writes, only one
    // of them is on the disk. The model's `reconcile` has to handle the changes without the edited
    // base, and the base without the changes.
    var early: WriteStatus?
    if storesBaseFirst {
      step()
      early = await writeBase(isRetry: true)
    }
    journaling += 1
    step()
    let queued = ids.isEmpty ? .written : await write(ids)
    endJournaling()
    let stored = if let early { early } else { await writeBase(isRetry: true) }
    if case .failed = stored, queued == .inMemory { return stored }
    return queued == .written ? stored : queued
  }

  private func endJournaling() {
    journaling -= 1
    for continuation in afterJournaling { continuation.resume() }
    afterJournaling = []
  }

  /// Sends a refused change again under a new idempotency key, or ends a delay after a failed attempt.
  ///
  /// If the server requested a delay, the change waits until that delay has ended.
  ///
  /// - Throws: ``SyncError/unknownChange(_:)`` if ``OptimisticModel/reconcile(_:with:)`` discards the
  ///   refused change, even if ``run()`` has not carried this out yet.
  public func retry(_ id: OutboxItem<Model.Change>.ID) async throws(Model.Failure) {
    _ = try await decide(id) { outbox throws(SyncError) in
      guard !outbox.needsDecision(id) || !resolutions.contains(.discard(id)) else {
        throw .unknownChange(id)
      }
      return try outbox.retry(id)
    }
  }

  /// Replaces a refused change with another one of the same ``Lane``.
  ///
  /// - Returns: Whether the new change would survive a crash.
  @discardableResult
  public func replace(
    _ id: OutboxItem<Model.Change>.ID, with change: Model.Change
  ) async throws(Model.Failure) -> WriteStatus {
    try await decide(id) { outbox throws(SyncError) in try outbox.replace(id, with: change) }
  }

  /// Removes a pending change that the server certainly does not have.
  ///
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have the change; enqueue another change
  ///   that undoes it.
  public func discard(_ id: OutboxItem<Model.Change>.ID) async throws(Model.Failure) {
    _ = try await decide(id) { outbox throws(SyncError) in try outbox.discard(id) }
  }

  /// Applies a decision of the user about a change.
  ///
  /// `body` applies the decision to the queue, and returns the ids of the changes to write to the
  /// journal. While the server's refusal of the change is still being written to the journal, `body`
  /// throws ``SyncError/inFlight(_:)``. This method then waits for the write, and calls `body` again.
  private func decide(
    _ id: Int, _ body: (inout Outbox<Model.Change>) throws(SyncError) -> Set<Int>
  ) async throws(Model.Failure) -> WriteStatus {
    try await load()
    for await _ in steps.observe(now: ()) where !Task.isCancelled {
      let ids: Set<Int>
      do throws(SyncError) { ids = try body(&outbox) } catch {
        if case .inFlight = error, outbox.needsDecision(id) { continue }
        throw .sync(error)
      }
      return await write(ids)
    }
    throw .sync(.cancelled)
  }

  // MARK: Fetching

  /// Fetches the server's value and waits for it.
  ///
  /// The request starts after this call, so the fetched value is not older than the call. Without
  /// ``run()``, the calling task sends the request, and the request is canceled with that task. The
  /// fetched value is then written to the disk before the call returns.
  ///
  /// - Throws: ``SyncError`` if the fetch failed; the state shows the same value as before.
  public func refresh() async throws(Model.Failure) {
    try await load()
    try await fetched(machine.wantFetch())
    // While `run()` is running, it writes the base after each change.
    if !machine.isRunning { await writeBase(isRetry: true) }
  }

  /// Waits until the fetch with the number `ticket` has ended.
  ///
  /// If no other task makes this fetch, the calling task makes it.
  private func fetched(_ ticket: Int) async throws(Model.Failure) {
    step()
    // A canceled stream still delivers its buffered element, so each iteration checks for cancellation.
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

  /// Fetches the server's value if a fetch is requested, none is in progress, and the ``Gate`` is open.
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

  /// Fetches the server's value and sends changes until the calling task is canceled.
  ///
  /// Await this call in one task of the app. A second call returns at once while the first is running.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the files cannot be read; call it again later.
  public func run() async throws(Model.Failure) {
    try await load()
    guard machine.startRunning() else { return }
    (closingsOfBase, contextOfBase) = (gate.closings, city.context)
    defer {
      machine.stopRunning()
      step()
    }
    step()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.fetchWhenWanted() }
      // An attempt that failed may now succeed over a new connection or in another city. So an opened
      // gate and a new city end the delays before the next attempts.
      group.addTask { await self.follow(self.gate.changes()) { $0.isEmpty } }
      group.addTask { await self.follow(self.city.changes()) { _ in true } }
      group.addTask { await self.storeAndResolve() }
      for await _ in steps.observe(now: ()) { startDueAttempts(in: &group) }
    }
    alarm = nil
  }

  /// Loads the base and the queue, once.
  private func load() async throws(Model.Failure) {
    guard !machine.isLoaded else { return }
    if !mutex.lockIfAvailable() { await withCheckedContinuation { mutex.wait($0) } }
    defer { mutex.unlock() }
    guard !machine.isLoaded else { return }
    let (base, entries): (Model.Base, [OutboxEntry])
    do throws(StorageError) {
      (base, entries) = (try await baseStore.load(), try await journal.entries())
    } catch {
      throw .sync(.storage(error))
    }
    var (outbox, migrated, ids) = (outbox, base, Set<Int>())
    do throws(SyncError) {
      try outbox.load(entries)
      let pending = outbox.items(closed: [], isRunning: false)
      ids = try outbox.accept(model.migrate(&migrated, pending: pending))
    } catch { throw .sync(error) }
    self.outbox = outbox
    machine.load(base)
    machine.setBase(migrated)
    journaling += 1
    step()
    if !ids.isEmpty { _ = await write(ids) }
    endJournaling()
  }

  private func fetchWhenWanted() async {
    for await _ in steps.observe(now: ()) { await fetchIfWanted() }
  }

  /// Handles the updates of one stream: that of the gate, or that of the chosen city.
  ///
  /// After the gate was closed or the city has changed, the base is marked as outdated. The store then
  /// fetches the server's value before it sends the next change.
  ///
  /// - Parameters:
  ///   - updates: The current value, then each update. A value contains the reasons for which the gate
  ///     is closed, or is the chosen city.
  ///   - endsDelays: Returns whether an update ends the delays before the next attempts, because a
  ///     failed attempt may now succeed. A delay that the server has requested does not end.
  private func follow<Update: Sendable>(
    _ updates: AsyncStream<Update>, endsDelays: (Update) -> Bool
  ) async {
    var isUpdate = false
    for await update in updates {
      if isUpdate, endsDelays(update) { outbox.retryNow() }
      isUpdate = true
      expireIfNeeded()
      step()
    }
  }

  /// Marks the base as outdated if, since the last call, the city has changed or the gate was closed.
  private func expireIfNeeded() {
    let (closings, context) = (gate.closings, city.context)
    guard closingsOfBase < closings || contextOfBase != context else { return }
    (closingsOfBase, contextOfBase) = (closings, context)
    machine.expire()
  }

  // MARK: Sending

  /// Sends the changes that are due, and schedules a wake-up for the end of the next delay.
  private func startDueAttempts(in group: inout DiscardingTaskGroup) {
    guard gate.isOpen else { return }
    let (ids, next) = outbox.start()
    for id in ids { group.addTask { await self.send(id) } }
    // The wake-up at `alarm` suffices if it is still to come and not later than `next`.
    guard let next else { return }
    if let alarm, now < alarm, alarm <= next { return }
    alarm = next
    group.addTask { [sleep = outbox.time.sleep] in
      do { try await sleep(next) } catch { return }
      await self.endDelay()
    }
  }

  /// Computes the state again when the delay of a change has ended.
  ///
  /// A ``step()`` with the same input as the previous step is skipped, and the input does not contain
  /// the time. So the function sets ``lastInput`` to `nil` first.
  private func endDelay() {
    lastInput = nil
    step()
  }

  /// Makes an attempt to send the change with this id, and applies the outcome.
  private func send(_ id: Int) async {
    defer { step() }
    // After `run()` is canceled, `machine.isRunning` stays `true` until this task has ended. So the
    // task's own cancellation is checked.
    let isRunning = !Task.isCancelled
    guard let change = outbox.attempt(id, closed: gate.reasons, isRunning: isRunning) else {
      return
    }
    // The state now says that the change is being sent, and that the server may have it.
    step()
    let outcome = await outcome(of: change)
    if let update = outcome.update {
      machine.commit(update, containing: outcome.isApplied ? id : nil, at: now)
    }
    var isEffectStored = true
    if outcome.isApplied {
      // The base, which contains the effect, is stored before the journal records that the change was
      // applied. After a crash between the two writes, the journal contains no outcome of the change.
      // The change is then sent again under the same idempotency key, and no effect is lost.
      step()
      if case .failed = await writeBase(isRetry: false) { isEffectStored = false }
    }
    let answered = outbox.finish(change, outcome, isEffectStored: isEffectStored)
    if case .closed(let reason) = outcome { gate.close(for: reason) }
    if !answered.isEmpty { _ = await write(answered) }
    outbox.end(change)
  }

  /// Fetches the value if the base is outdated, then sends a change and returns the outcome.
  ///
  /// If the fetch fails, the outcome is ``SendOutcome/notSent``. A fetch that returned an older value than
  /// the base does not prevent sending.
  private func outcome(
    of change: OutgoingChange<Model.Change>
  ) async -> SendOutcome<Model.Change, Model.Base> {
    expireIfNeeded()
    while !machine.allowsSending {
      do throws(Model.Failure) { try await fetched(machine.joinFetch()) } catch {
        guard machine.allowsSending, !Task.isCancelled else { return .notSent }
      }
      // The city may have changed during the fetch, and the change may belong to the previous city.
      expireIfNeeded()
    }
    // The request is made for `contextOfBase`, the city for which the base was fetched. `city.context`
    // may already be another city, because any thread can set `city.context`.
    guard let context = contextOfBase else { return .notSent }
    let outcome = await model.send(change, on: machine.base, in: context)
    if outcome.update == nil, model.fetchesBeforeRepeating { machine.markOutdated() }
    return outcome
  }

  // MARK: Steps

  /// The current time, measured since the queue was created.
  private var now: Duration { outbox.time.now() }

  /// Computes the state from the current base, queue and city, and yields it.
  ///
  /// Call ``load()`` first.
  private func step() {
    defer { steps.tell(()) }
    var input = input
    guard lastInput != input else { return }
    let items = outbox.items(closed: input.closed, isRunning: input.isRunning)
    let snapshot = snapshot(of: items, at: input)
    var base = machine.base
    resolutions = model.reconcile(&base, with: snapshot)
    let isSame = !machine.setBase(base)
    observed.tell(model.state(of: isSame ? snapshot : self.snapshot(of: items, at: input)))
    input.base = machine.snapshotInput
    lastInput = input
  }

  private var input: StepInput<Model.Base> {
    let closed = gate.reasons
    return StepInput(
      queue: outbox.revision, base: machine.snapshotInput, isRunning: machine.isRunning,
      closed: closed, context: city.context, sync: machine.sync(closed: closed, hasPending: false))
  }

  /// Returns a snapshot with the gate and the city of one moment.
  ///
  /// Any thread can change the gate and the city, so they are read only once for each state.
  private func snapshot(
    of items: [OutboxItem<Model.Change>], at input: StepInput<Model.Base>
  ) -> OptimisticSnapshot<Model.Base, Model.Change> {
    var (pending, contained): ([OutboxItem<Model.Change>], [OutboxItem<Model.Change>]) = ([], [])
    for item in items {
      let isContained =
        machine.revision(containing: item.id, isApplied: item.reason == .applied) != nil
      if isContained { contained.append(item) } else { pending.append(item) }
    }
    return OptimisticSnapshot(
      base: machine.base, isStored: machine.isStored, pending: pending, contained: contained,
      context: input.context,
      sync: machine.sync(closed: input.closed, hasPending: !pending.isEmpty))
  }

  /// Stores the base after each ``step()``, and then carries out the resolutions that
  /// ``OptimisticModel/reconcile(_:with:)`` has returned.
  ///
  /// The loop ends when the task is canceled.
  private func storeAndResolve() async {
    for await _ in steps.observe(now: ()) {
      await writeBase(isRetry: false)
      // A resolution may depend on a change that is applied and leaves the queue next. Carrying out one
      // resolution may replace `self.resolutions`. The loop then skips each resolution that is missing in
      // the new `self.resolutions`.
      for resolution in resolutions where self.resolutions.contains(resolution) {
        await carryOut(resolution)
      }
      let settled = machine.removeStoredEffects(applied: outbox.appliedIDs)
      if !settled.isEmpty { _ = await write(outbox.remove(settled)) }
      if machine.isStored, !discarded.isEmpty {
        let ids = discarded
        discarded = []
        _ = await write(ids)
      }
    }
  }

  /// Discards or replaces a change.
  ///
  /// The model may have moved data from the change to the base. Until this base is stored, only the
  /// journal has the data on the disk. So a discarded change leaves the queue at once, but the journal
  /// after that write, and a change is replaced after that write.
  private func carryOut(_ resolution: Resolution<Model.Change>) async {
    do throws(SyncError) {
      switch resolution {
      case .discard(let id):
        let ids = try outbox.discard(id)
        outbox.endWriting(ids)
        discarded.formUnion(ids)
        step()
      case .replace(let id, let change):
        guard machine.isStored else { return }
        _ = await write(try outbox.replace(id, with: change))
      }
    } catch {
      // The change has left the queue, or is being sent or written. The next step computes new
      // resolutions.
    }
  }

  /// Stores the current base, one write at a time.
  ///
  /// - Parameter isRetry: Whether to repeat the write if it has failed before for the same base.
  /// - Returns: Whether the current base would survive a crash.
  @discardableResult
  private func writeBase(isRetry: Bool) async -> WriteStatus {
    if !mutex.lockIfAvailable() { await withCheckedContinuation { mutex.wait($0) } }
    defer { mutex.unlock() }
    while journaling > 0 { await withCheckedContinuation { afterJournaling.append($0) } }
    guard let (base, revision) = machine.startWrite(isRetry: isRetry) else { return machine.write }
    // Data may have been moved from the base into a change that is only in memory. The base without the
    // data must not replace the stored one before the change is in the journal.
    if journalError != nil { await writeJournal([], removing: []) }
    let result: WriteStatus =
      if let journalError { .failed(journalError) } else { await baseStore.save(base) }
    machine.finishWrite(of: revision, result)
    step()
    return result
  }

  /// Updates the journal's entries of the changes with these ids, in one atomic step.
  ///
  /// The entry of a queued change is written. The entry of a change that has left the queue is removed.
  private func write(_ ids: Set<Int>) async -> WriteStatus {
    let (saved, removed) = outbox.entries(of: ids)
    let result = await writeJournal(saved, removing: removed)
    outbox.endWriting(ids)
    step()
    return result
  }

  @discardableResult
  private func writeJournal(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus
  {
    let result = await journal.write(saved, removing: removed)
    journalError = if case .failed(let error) = result { error } else { nil }
    return result
  }
}

/// All inputs of one `step()` of an ``OptimisticStore``, except for the time.
private struct StepInput<Base: Sendable & Equatable>: Equatable {
  let queue: Int
  var base: OptimisticStateMachine<Base>.SnapshotInput
  let isRunning: Bool
  let closed: Set<Gate.Reason>
  let context: RequestContext?
  let sync: SyncState
}

extension SendOutcome {
  /// The update of the base; `nil` if the outcome contains none.
  fileprivate var update: ServerUpdate<Base>? {
    switch self {
    case .applied(let update), .conflict(_, let update), .rejected(_, let update): update
    case .unknown, .notSent, .tryLater, .closed: nil
    }
  }

  /// Whether the server has applied the change.
  fileprivate var isApplied: Bool { if case .applied = self { true } else { false } }
}
