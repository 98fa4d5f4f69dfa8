public import Networking
public import Storage

/// The status of an ``OptimisticStore``, as a part of each feature's state.
public struct SyncState: Sendable, Hashable {
  /// Whether the stored value and the pending changes have been loaded.
  ///
  /// Until then, an empty list does not mean that the user has no elements.
  public var isLoaded: Bool
  /// The status of the last or current fetch.
  public var fetch: FetchStatus
  /// The write status: whether everything that the screen shows would survive a crash.
  public var write: WriteStatus
  /// Whether the screen shows the server's value.
  ///
  /// It does if the value has been fetched since ``OptimisticStore/run()`` started and no change is
  /// pending.
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
  /// No fetch is needed, and the last one did not fail.
  case idle
  /// A fetch is in progress or starts next.
  case fetching
  /// The last fetch has failed.
  ///
  /// The next fetch starts when `refresh()` is called or the gate opens. An ``OptimisticStore`` also
  /// fetches before it sends a change if its value is outdated, and a ``CachedSource`` when another
  /// consumer arrives.
  case failed(FetchFailure)
  /// A fetch waits until the ``Gate`` is open; it is closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// `run()` is not running: no change is sent, and the value is fetched only by `refresh()`.
  case notRunning
}

/// The reason for a failed fetch.
public enum FetchFailure: Error, Sendable, Hashable {
  /// No complete response has arrived.
  case noAnswer(TransportError)
  /// The response has this HTTP status.
  ///
  /// Either the response is not from the service, or it asks for a retry, or it is a 304 for a value that
  /// is not stored.
  case status(Int)
  /// The service refused the request.
  case refused(ServiceProblem)
  /// The body of the response is not as documented.
  case unusable(UnusableBody)
  /// The response contains an older version than the displayed value.
  case outdated
  /// The response cannot be stored, because another instance uses the files.
  ///
  /// It is not shown either.
  case notStored(StorageError)
}

/// An error of a feature's call.
public enum SyncError: Error, Sendable, Hashable {
  /// The files cannot be read.
  ///
  /// Nothing was changed.
  case storage(StorageError)
  /// No city has been chosen.
  case noCity
  /// The ``Gate`` is closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// The fetch failed; the state shows the same value as before.
  case fetch(FetchFailure)
  /// The calling task was canceled.
  case cancelled
  /// A later call has made this one obsolete, for example by choosing another city.
  case superseded
  /// The queue has reached its limit of pending changes.
  ///
  /// Nothing was changed.
  case full(limit: Int)
  /// The queue does not contain this change.
  case unknownChange(Int)
  /// The change is being sent or written; repeat the call afterwards.
  case inFlight(Int)
  /// The server may have applied the change, so it cannot be removed; make a change that undoes it.
  case mayBeApplied(Int)
  /// The pending changes belong to the account with this id.
  ///
  /// Nothing was changed or sent.
  case anotherAccount(String)
  /// The change cannot be encoded, because of a mistake in its `Encodable` conformance.
  case notEncodable(String)
}

/// The error type of a feature: its own errors, and those that all features share.
///
/// An enum conforms by declaring the case `sync`:
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
