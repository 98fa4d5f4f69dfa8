/// A feature that forwards the calls of ``SyncedFeature`` to its ``OptimisticStore``.
public protocol OptimisticFeature: SyncedFeature
where State == Model.State, Failure == Model.Failure {
  /// The feature-specific part of the feature's ``OptimisticStore``.
  associatedtype Model: OptimisticModel

  /// The store to which the default implementations of this protocol forward their calls.
  var store: OptimisticStore<Model> { get }
}

extension OptimisticFeature {
  /// The current state, which the ``store`` computes when it is read.
  public var state: State { store.state }
  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  public func states() -> AsyncStream<State> { store.states() }
  /// Reads the stored data of the feature, so that ``StateProvider/state`` shows it.
  public func load() async throws(Failure) { try await store.load() }
  /// Sends changes and fetches the server's value until the calling task is canceled.
  public func run() async throws(Failure) { try await store.run() }
  /// Fetches the server's value and waits for the response.
  public func refresh() async throws(Failure) { try await store.refresh() }
  /// Sends a refused change again, or sends a delayed change now; `change` is its id.
  public func retry(_ change: ChangeID) async throws(Failure) { try await store.retry(change) }
  /// Removes a pending change that the server certainly does not have; `change` is its id.
  public func discard(_ change: ChangeID) async throws(Failure) { try await store.discard(change) }
}
