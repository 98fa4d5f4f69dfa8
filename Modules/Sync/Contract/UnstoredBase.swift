public import Storage

/// A storage for an ``OptimisticStore``'s base that writes nothing to the disk.
///
/// Use it for a base that each start of the app fetches from the server.
public struct UnstoredBase<Base: Sendable>: BaseStore {
  private let initial: Base

  /// Creates a storage whose base is `initial` at each start of the app.
  public init(_ initial: Base) { self.initial = initial }

  /// Returns the initial base.
  public func load() async throws(StorageError) -> Base { initial }

  /// Stores nothing.
  ///
  /// - Returns: Always `written`: a crash loses nothing, because the server has the whole value.
  public func save(_ base: Base) async -> WriteStatus { .written }
}
