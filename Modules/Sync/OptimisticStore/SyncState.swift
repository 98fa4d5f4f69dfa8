public import Networking
public import Storage

/// What an ``OptimisticStore`` is doing, as a part of each feature's state.
public struct SyncState: Sendable, Hashable {
  /// Whether the stored value and the pending changes have been loaded. Before that nothing is known,
  /// and an empty list does not mean that there are no elements.
  public var isLoaded: Bool
  /// The status of the last or current fetch.
  public var fetch: FetchStatus
  /// Whether everything that the screen shows would survive a crash.
  public var write: Persistence
  /// Whether the screen shows the server's value: it was fetched since the start of ``OptimisticStore/run()``
  /// and no change is pending.
  public var isSettled: Bool

  /// Creates a state, for samples and tests.
  public init(
    isLoaded: Bool = false, fetch: FetchStatus = .notRunning, write: Persistence = .persisted,
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
  /// The last fetch has succeeded.
  case idle
  /// A fetch is wanted or under way.
  case fetching
  /// The last fetch has failed. The next starts with `refresh()`, with the next change, or when the
  /// gate opens.
  case failed(FetchFailure)
  /// The fetch starts when these reasons have gone.
  case closed(Set<Gate.Reason>)
  /// No task awaits `run()`: nothing is sent, and only `refresh()` fetches.
  case notRunning
}

/// Why a fetch brought no value.
public enum FetchFailure: Error, Sendable, Hashable {
  /// There is no whole answer.
  case noAnswer(TransportError)
  /// Something on the way answered with this HTTP status, or the server asks for another attempt.
  case status(Int)
  /// The service refused the request.
  case refused(ServiceProblem)
  /// The answer cannot be used.
  case unusable(UnusableBody)
  /// The answer is older than the value that is shown.
  case outdated
}

/// Why a call to a feature failed.
public enum SyncError: Error, Sendable, Hashable {
  /// The files cannot be read. Nothing was changed.
  case storage(StorageError)
  /// No city is settled.
  case noCity
  /// Nothing may be sent for these reasons.
  case closed(Set<Gate.Reason>)
  /// The fetch failed. The state shows what it did before.
  case fetch(FetchFailure)
  /// The calling task was cancelled.
  case cancelled
  /// As many changes are pending as the queue takes. Nothing was changed.
  case full(limit: Int)
  /// There is no such pending change.
  case unknownChange(Int)
  /// The change is on its way. Call again when there is an answer.
  case inFlight(Int)
  /// The server may have the change. Make a change that undoes it.
  case mayBeApplied(Int)
  /// The change cannot be encoded: a mistake in its `Encodable` conformance.
  case notEncodable(String)
}

/// The error type of a feature over an ``OptimisticStore``.
///
/// An enum conforms with a case of that name:
///
/// ```swift
/// enum FavoritesError: SyncFailure {
///   case sync(SyncError)
///   case tooMany(limit: Int)
/// }
/// ```
public protocol SyncFailure: Error {
  /// Wraps an error of the store.
  static func sync(_ error: SyncError) -> Self
}

extension SyncError {
  init(_ error: OutboxError) {
    self =
      switch error {
      case .journal(let error): .storage(error)
      case .notEncodable(let reason): .notEncodable(reason)
      case .full(let limit): .full(limit: limit)
      case .unknownItem(let id): .unknownChange(id)
      case .inFlight(let id): .inFlight(id)
      case .mayBeApplied(let id): .mayBeApplied(id)
      }
  }
}
