public import Networking
public import Storage

/// The status of an ``OptimisticStore``, as a part of each feature's state.
public struct SyncState: Sendable, Hashable {
  /// Whether the stored value and the pending changes have been loaded.
  ///
  /// Before that nothing is known, and an empty list does not mean that there are no elements.
  public var isLoaded: Bool
  /// The status of the last or current fetch.
  public var fetch: FetchStatus
  /// Whether everything that the screen shows would survive a crash.
  public var write: WriteStatus
  /// Whether the screen shows the server's value.
  ///
  /// The value was fetched since the start of ``OptimisticStore/run()``, and no change is pending.
  public var isSettled: Bool

  /// Creates a state, for samples and tests.
  public init(
    isLoaded: Bool = false, fetch: FetchStatus = .notRunning, write: WriteStatus = .written,
    isSettled: Bool = false
  ) {
    self.isLoaded = isLoaded
    self.fetch = fetch
    self.write = write
    self.isSettled = isSettled
  }
}

/// The status of fetching a value from the server.
public enum FetchStatus: Sendable, Hashable {
  /// No fetch is due, and the last one has not failed.
  case idle
  /// A fetch is due or in progress.
  case fetching
  /// The last fetch has failed.
  ///
  /// The next one starts with `refresh()`, when the gate opens, with the next change of an
  /// ``OptimisticStore``, or with the next consumer of a ``CachedSource``.
  case failed(FetchFailure)
  /// A fetch is due and starts when the gate is no longer closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// No task awaits `run()`: no change is sent, and only `refresh()` fetches.
  case notRunning
}

/// The reason for a failed fetch.
public enum FetchFailure: Error, Sendable, Hashable {
  /// No complete answer has arrived.
  case noAnswer(TransportError)
  /// The answer has this HTTP status and is not from the service, the server asks for a retry, or
  /// it confirms a value that is not stored (304).
  case status(Int)
  /// The service refused the request.
  case refused(ServiceProblem)
  /// The answer cannot be used.
  case unusable(UnusableBody)
  /// The answer is older than the value that is shown.
  case outdated
  /// The answer cannot be stored, because another instance uses the files. It is not shown.
  case notStored(StorageError)
}

/// An error of a feature's call.
public enum SyncError: Error, Sendable, Hashable {
  /// The files cannot be read. Nothing was changed.
  case storage(StorageError)
  /// No city is settled.
  case noCity
  /// The gate is closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// The fetch failed. The state shows the same value as before.
  case fetch(FetchFailure)
  /// The calling task was canceled.
  case cancelled
  /// A later call selected something else, such as another city.
  case superseded
  /// The queue has reached its limit of pending changes. Nothing was changed.
  case full(limit: Int)
  /// The queue does not contain this change.
  case unknownChange(Int)
  /// The change is being sent or written. Call again afterwards.
  case inFlight(Int)
  /// The server may have the change. Make a change that undoes it.
  case mayBeApplied(Int)
  /// The pending changes are those of the account with this id. Nothing was changed or sent.
  case anotherAccount(String)
  /// The change cannot be encoded: a mistake in its `Encodable` conformance.
  case notEncodable(String)
}

/// The error type of a feature: its own cases, and one for the errors that all features share.
///
/// An enum conforms with a case of that name:
///
/// ```swift
/// public nonisolated enum FavoritesError: SyncFailure, Equatable {
///   case sync(SyncError)
///   case unknownProduct(String)
/// }
/// ```
public protocol SyncFailure: Error {
  /// Wraps an error that all features share.
  static func sync(_ error: SyncError) -> Self
}

/// A feature without cases of its own throws the errors that all features share.
extension SyncError: SyncFailure {
  /// Returns the error.
  public static func sync(_ error: SyncError) -> SyncError { error }
}
