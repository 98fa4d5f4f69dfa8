public import Storage

/// The storage of an ``OptimisticStore``'s base: the value that the server has confirmed.
public protocol BaseStore<Base>: Sendable {
  /// The value that the server has confirmed, together with data that only the device has.
  associatedtype Base: Sendable

  /// Returns the stored base; an initial base if none is stored.
  func load() async throws(StorageError) -> Base

  /// Stores the base.
  ///
  /// If the write fails, the caller still has the base in memory, and may call this function again.
  ///
  /// - Returns: The status of the write: `failed` if the base would not survive a crash.
  func save(_ base: Base) async -> WriteStatus
}

extension WriteStatus {
  /// The status after a call that returns once its own values are written.
  ///
  /// The status `scheduled` can then only refer to values that another call has saved later.
  var ofAwaitedWrite: WriteStatus { self == .scheduled ? .written : self }
}
