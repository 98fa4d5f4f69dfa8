public import Networking
public import Storage

/// The status of an ``OptimisticStore``; each feature's state contains it.
public struct SyncState: Sendable, Hashable {
  /// Whether the stored value and the pending changes have been loaded.
  ///
  /// Until then, a list in the feature's state may be empty only because it has not been loaded.
  public var isLoaded: Bool
  /// The status of the last or current fetch; after a failure, the state shows the earlier value.
  public var fetch: FetchStatus
  /// The status of the last writes of the value and the changes to the disk.
  public var write: WriteStatus
  /// Whether the screen shows exactly the server's value.
  ///
  /// `true` while ``OptimisticStore/run()`` is running, the fetched value is current, and no change is
  /// pending.
  public var isSettled: Bool

  /// Whether everything that is shown would survive a crash.
  ///
  /// A call of a feature has worked even if the disk has failed: the change is shown and sent. This says
  /// whether it is also stored. A failed write is repeated.
  public var isDurable: Bool { if case .failed = write { false } else { true } }

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
  /// No fetch is requested or in progress, and the last fetch did not fail.
  case idle
  /// A fetch is in progress or starts next.
  case fetching
  /// The last fetch has failed.
  ///
  /// The next fetch starts when `refresh()` is called, the ``Gate`` opens or the user chooses another
  /// city. While `run()` is running and the state is observed, it starts after a growing delay.
  case failed(FetchFailure)
  /// A fetch waits, because the ``Gate`` is closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// `run()` is not running, so no change is sent and only `refresh()` fetches the value.
  case notRunning
}

/// The reason for a failed fetch.
public enum FetchFailure: Error, Sendable, Hashable {
  /// No complete response has arrived, for example because the device is offline.
  case noAnswer(TransportError)
  /// The response has this HTTP status, and contains no usable value.
  ///
  /// For example, a proxy has sent the response, or the server asks for a retry. Another example is
  /// the status 304 ("not modified") for a value that the device has not stored.
  case status(Int)
  /// The server refused the request for the reason in the associated value.
  case refused(ServiceProblem)
  /// The body of the response does not have the documented format.
  case unusable(UnusableBody)
  /// The response contains an older version of the value than the version that is displayed.
  case outdated
}

/// An error that the calls of a feature throw.
public enum SyncError: Error, Sendable, Hashable {
  /// The feature's files cannot be read.
  ///
  /// The call has changed nothing.
  case storage(StorageError)
  /// No city has been chosen.
  case noCity
  /// The ``Gate`` is closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// The server's value could not be fetched; the state shows the same value as before.
  case fetch(FetchFailure)
  /// The calling task was canceled.
  case cancelled
  /// A later call, such as the choice of another city, has made this call obsolete.
  case superseded
  /// The feature's queue contains the maximum number of pending changes, so it accepts no more.
  ///
  /// The call has changed nothing.
  case full(limit: Int)
  /// No change with this id is queued, or the server has already applied the change.
  case unknownChange(Int)
  /// The change with this id is being sent, or written to the disk; repeat the call later.
  case inFlight(Int)
  /// The server may have applied the change with this id, so the change cannot be removed.
  ///
  /// Enqueue another change that undoes it.
  case mayBeApplied(Int)
  /// The pending changes in the queue belong to another account, with this id.
  ///
  /// The call has changed and sent nothing.
  case anotherAccount(String)
  /// The change cannot be encoded, because of a mistake in its `Encodable` conformance.
  ///
  /// The associated text describes the mistake.
  case notEncodable(String)
}

/// The error type of a feature: its own errors, and each ``SyncError`` as the case `sync`.
///
/// A ``SyncError`` can occur in any feature. An enum conforms by declaring the case `sync`:
///
/// ```swift
/// public nonisolated enum FavoritesError: SyncFailure, Equatable {
///   case sync(SyncError)
///   case unknownProduct(String)
/// }
/// ```
public protocol SyncFailure: Error {
  /// Returns the feature's error that wraps a ``SyncError``.
  static func sync(_ error: SyncError) -> Self
}

/// A conformance by which a feature without errors of its own can use ``SyncError`` as its error type.
extension SyncError: SyncFailure {
  /// Returns the error unchanged.
  public static func sync(_ error: SyncError) -> SyncError { error }
}

extension FetchFailure: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .noAnswer(let error): "\(error)"
    case .status(let status): "the server reports HTTP \(status)"
    case .refused(let problem): "the server reports: \(problem)"
    case .unusable(let body): "the response cannot be used: \(body.reason)"
    case .outdated: "the response is older than the stored data"
    }
  }
}

extension SyncError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .noCity: "choose a city first"
    case .closed(let reasons): reasons.map(\.description).sorted().joined(separator: ", ")
    case .fetch(let failure): "\(failure)"
    case .cancelled: "canceled"
    case .superseded: "a later choice replaced it"
    case .full(let limit): "\(limit) changes are waiting; try again when some are sent"
    case .unknownChange: "the change is no longer pending"
    case .inFlight: "the change is being sent; try again later"
    case .mayBeApplied: "the server may already have it; wait for the response"
    case .anotherAccount: "changes of another account are waiting"
    case .notEncodable(let reason): "the change cannot be stored: \(reason)"
    }
  }
}
