import Foundation
import Networking
import Storage
import Synchronization

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
/// try await store.perform { _ in [FavoritesChange(product: product, edit: .add)] }
/// ```
///
/// Rules:
/// - `perform(storesBaseFirst:_:)` shows a change before it waits for the disk, and returns once the
///   change is in the journal.
/// - The store fetches the value before it sends a change if ``run()`` has just started, the user has
///   chosen another city, or the ``Gate`` was closed. A failed fetch is repeated while the store is
///   observed or a change waits.
/// - The base is the confirmed value. When the base receives the effect of a change, the change stops
///   being pending in the same step. So the screen always shows the effect exactly once.
/// - After a failure, all requests of the store wait for one delay, which a call of the user ends.
/// - If the disk fails, changes stay in memory and are sent; ``SyncState/write`` reports the failure.
///   After a crash, changes that were not written are lost. A change whose answer was not written is
///   sent again under the same idempotency key.
/// - A call changes nothing if its task is canceled before it begins.
///
/// A state is computed when it is read. So a change costs the same behind one queued change and behind
/// ten thousand.
public final class OptimisticStore<Model: OptimisticModel>: Sendable {
  typealias Core = SyncMachine<Model.Base, Model.Change>

  private let model: Model
  private let desk: Desk<Core>
  /// The last computed state, with the number of events before it.
  private let computed = Mutex<(count: Int, state: Model.State)?>(nil)

  /// Creates a store, which reads no file and sends no request until one of its functions is called.
  ///
  /// - Parameters:
  ///   - model: The feature-specific part.
  ///   - base: The storage of the confirmed value.
  ///   - initial: The base that is shown until the stored one has been loaded, and that `base` loads if none
  ///     is stored.
  ///   - journal: The name of the journal's file; only one store per name and directory may exist.
  ///   - capacity: The maximum number of pending changes. Beyond it, `perform(storesBaseFirst:_:)`
  ///     throws ``SyncError/full(limit:)``.
  ///   - environment: The environment of the app.
  public init(
    _ model: Model, base: some BaseStore<Model.Base>, initial: Model.Base, journal: String,
    capacity: Int = 1_000, in environment: FeatureEnvironment
  ) {
    let file = environment.journal(journal)
    let isLossTold = Atomic(false)
    self.model = model
    let rules = Core.Rules(
      capacity: capacity, fetchesBeforeRepeating: model.fetchesBeforeRepeating,
      makeKey: environment.makeID, reconcile: { model.reconcile(&$0, with: $1) })
    desk = Desk(
      Core(
        rules, name: journal, base: initial, replicaLag: model.replicaLag,
        random: environment.random),
      gate: environment.gate, city: environment.city, time: SyncTime(environment.clock),
      diagnostics: environment.diagnostics
    ) { work in
      switch work {
      case .load:
        let result = await Self.load(base, file)
        // The journal is created before the first base is stored. If it cannot be created again, its loss is
        // told once, so that a full disk does not stop the feature.
        guard case .success(let files) = result, files.base != initial,
          await file.create() != nil, !isLossTold.exchange(true, ordering: .sequentiallyConsistent)
        else { return .loaded(result) }
        return .loaded(.failure(.journalLost(journal)))
      case .journal(let saved, let removed):
        return .journaled(await file.write(saved, removing: removed))
      case .store(let new):
        if case .failed(let error) = await file.create() { return .stored(.failed(error)) }
        return .stored(await base.save(new))
      case .fetch(let old, let validator, let context):
        let outcome = await model.fetch(old, unless: validator, in: context)
        if Task.isCancelled, case .failed = outcome { return .fetched(nil, context) }
        return .fetched(outcome, context)
      case .send(let change, let old, let context):
        return .answered(change.id, await model.send(change, on: old, in: context))
      }
    }
  }

  // MARK: Observing

  /// The current state; until the stored data is loaded, that of the initial base without changes.
  public var state: Model.State {
    computed.withLock { computed in
      let (count, snapshot) = desk.read { machine in
        let count = machine.turn.count
        return (count, count == computed?.count ? nil : machine.settledSnapshot())
      }
      if let snapshot { computed = (count, model.state(of: snapshot)) }
      // The second part is for the compiler: without a snapshot, the state was computed before.
      return computed?.state ?? model.state(of: desk.read { $0.snapshot() })
    }
  }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  public func states() -> AsyncStream<Model.State> { desk.states { self.state } }

  /// Calls `body` with the current state and the base, and returns its result.
  ///
  /// If the stored data has not been loaded yet, the call loads it first. `body` must not use the store.
  public func read<Value: Sendable>(
    _ body: (Model.State, Model.Base) throws(Model.Failure) -> Value
  ) async throws(Model.Failure) -> Value {
    try await load()
    return try desk.read { machine throws(Model.Failure) in
      try body(model.state(of: machine.settledSnapshot()), machine.base)
    }
  }

  // MARK: Loading

  /// Loads the stored value and the pending changes, once; each other call does so if it comes first.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the files cannot be read; call it again later.
  public func load() async throws(Model.Failure) {
    if desk.read({ $0.turn.isLoaded }) { return }
    try await desk.call { _, waiter throws(Model.Failure) in .load(waiter) }
  }

  private static func load(
    _ base: some BaseStore<Model.Base>, _ journal: any OutboxStore
  ) async -> Result<Core.Files, SyncError> {
    do throws(StorageError) {
      let (base, entries) = (try await base.load(), try await journal.entries())
      return .success(
        Core.Files(base: base, entries: entries, contents: OutboxEntry.contents(of: entries)))
    } catch {
      return .failure(.storage(error))
    }
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
  ///   - body: Receives the base, and returns the changes to enqueue. It may edit the data in the base
  ///     that only the device has. If it throws, nothing is changed. It must not use the store, whose state
  ///     the other form of this function passes.
  /// - Throws: The error of `body`, or a ``SyncError``; in both cases, nothing was changed.
  public func perform(
    storesBaseFirst: Bool = false,
    _ body: (inout Model.Base) throws(Model.Failure) -> [Model.Change]
  ) async throws(Model.Failure) {
    try await call { machine, waiter throws(Model.Failure) in
      var base = machine.base
      let changes = try body(&base)
      return .perform(changes, base, storesBaseFirst: storesBaseFirst, waiter)
    }
  }

  /// Enqueues changes that depend on the current state, which `body` receives beside the base.
  ///
  /// The state takes time in proportion to the pending changes.
  public func perform(
    storesBaseFirst: Bool = false,
    _ body: (Model.State, inout Model.Base) throws(Model.Failure) -> [Model.Change]
  ) async throws(Model.Failure) {
    try await call { machine, waiter throws(Model.Failure) in
      let state = model.state(of: machine.settledSnapshot())
      var base = machine.base
      let changes = try body(state, &base)
      return .perform(changes, base, storesBaseFirst: storesBaseFirst, waiter)
    }
  }

  /// Sends a refused change again under a new idempotency key, or a delayed change now.
  ///
  /// - Throws: ``SyncError/unknownChange(_:)`` if ``OptimisticModel/reconcile(_:with:)`` discards the
  ///   refused change.
  public func retry(_ id: ChangeID) async throws(Model.Failure) {
    try await call { _, waiter in .retry(id.rawValue, waiter) }
  }

  /// Replaces a refused change with another one of the same ``Lane``.
  public func replace(
    _ id: ChangeID, with change: Model.Change
  ) async throws(Model.Failure) {
    try await call { _, waiter in .resolve(.replace(id, with: change), waiter) }
  }

  /// Removes a pending change that the server certainly does not have.
  ///
  /// A change that this release cannot read can be removed, too: it is never sent again. Warn the user.
  ///
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have the change; enqueue another change
  ///   that undoes it.
  public func discard(_ id: ChangeID) async throws(Model.Failure) {
    try await call { _, waiter in .resolve(.discard(id), waiter) }
  }

  private func call(
    _ event: (inout Core, Waiter) throws(Model.Failure) -> Core.Event
  ) async throws(Model.Failure) {
    try await load()
    if Task.isCancelled { throw .sync(.cancelled) }
    try await desk.call(event)
  }

  // MARK: Fetching and sending

  /// Fetches the server's value and waits for it.
  ///
  /// The request starts after this call, so the fetched value is not older than the call. Without
  /// ``run()``, the calling task sends the request, and the request is canceled with that task. The
  /// fetched value is then written to the disk before the call returns.
  ///
  /// - Throws: ``SyncError`` if the fetch failed; the state shows the same value as before.
  public func refresh() async throws(Model.Failure) {
    try await load()
    if Task.isCancelled { throw .sync(.cancelled) }
    try await desk.call(isCancellable: true) { _, waiter throws(Model.Failure) in .refresh(waiter) }
  }

  /// Fetches the server's value and sends changes until the calling task is canceled.
  ///
  /// Await this call in one task of the app. A second call returns at once while the first is running.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the files cannot be read; call it again later.
  public func run() async throws(Model.Failure) {
    try await load()
    await desk.run()
  }
}
