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

  /// Whether the changes of all calls that have returned would survive a crash.
  ///
  /// A call of a feature has worked even if the disk has failed: the change is shown and sent, and the value
  /// is `false` until a repeated write succeeds. It is always `true` for a directory in memory.
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
