public import Storage

/// Stores the base of an ``OptimisticStore``.
public protocol BaseStore<Base>: Sendable {
  associatedtype Base: Sendable

  /// Returns the stored base, or the base of a first start.
  func load() async throws(StorageError) -> Base

  /// Stores the base, and returns whether it would survive a crash.
  ///
  /// After a failure the base is still in memory.
  func save(_ base: Base) async -> Persistence
}

/// A base that is not stored: each start fetches it from the server.
public struct UnstoredBase<Base: Sendable>: BaseStore {
  private let initial: Base

  /// Creates a store whose base is `initial` at each start.
  public init(_ initial: Base) { self.initial = initial }

  /// Returns the initial base.
  public func load() async throws(StorageError) -> Base { initial }

  /// Stores nothing, and returns `persisted`: nothing can be lost.
  public func save(_ base: Base) async -> Persistence { .persisted }
}

/// A base in a ``SingleRepository``.
public struct SingleBase<Base: Sendable>: BaseStore {
  private let repository: SingleRepository<Base>
  private let initial: Base

  /// Creates a store over a repository, whose base is `initial` at the first start.
  public init(_ repository: SingleRepository<Base>, initial: Base) {
    self.repository = repository
    self.initial = initial
  }

  /// Returns the stored base, or the initial one.
  public func load() async throws(StorageError) -> Base { try await repository.value() ?? initial }

  /// Stores the base in the repository, and returns whether it would survive a crash.
  public func save(_ base: Base) async -> Persistence {
    do { try await repository.save(base) } catch { return .pending(error) }
    // Only a later value is waiting; this one has been written.
    return repository.persistence == .waiting ? .persisted : repository.persistence
  }
}
