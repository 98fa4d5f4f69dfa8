/// A feature whose data can be read and changed with or without a network.
///
/// A feature shows every change at once, and stores it before the call returns. It sends the change
/// repeatedly until the server responds. A change that the server refuses waits for the user's
/// decision.
///
/// All members may be called from any task, at any time and concurrently. A call that throws has
/// changed nothing. Every call except ``run()`` ends, even without a network, and throws
/// ``SyncError/cancelled`` in a canceled task.
public protocol SyncedFeature<State, Failure>: StateProvider {
  /// The type of the errors that the feature's functions throw.
  associatedtype Failure: SyncFailure

  /// Reads the stored data of the feature, so that ``StateProvider/state`` shows it.
  ///
  /// Each other call does this, too, if it comes first.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the files cannot be read; call it again later.
  func load() async throws(Failure)

  /// Sends changes and fetches the server's value until the calling task is canceled.
  ///
  /// Await this call in one task of the app. Nothing is sent before a city is chosen. A second call
  /// returns at once while the first is running.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the files cannot be read; call it again later.
  func run() async throws(Failure)

  /// Fetches the server's value and waits for the response; works without ``run()``.
  ///
  /// After the call, the state shows a value that is not older than the call.
  ///
  /// - Throws: ``SyncError``; the state shows the same value as before.
  func refresh() async throws(Failure)

  /// Sends a refused change again, or sends a delayed change now; `change` is its id.
  ///
  /// - Throws: ``SyncError/unknownChange(_:)`` if the change has left the queue, or if a later change has
  ///   superseded the refused change.
  func retry(_ change: ChangeID) async throws(Failure)

  /// Removes a pending change that the server certainly does not have; `change` is its id.
  ///
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have the change; enqueue another change
  ///   that undoes it.
  func discard(_ change: ChangeID) async throws(Failure)
}
