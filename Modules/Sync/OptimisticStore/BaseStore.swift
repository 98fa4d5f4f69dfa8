public import Storage

/// Stores the base of an ``OptimisticStore``.
public protocol BaseStore<Base>: Sendable {
  associatedtype Base: Sendable

  /// Returns the stored base, or the base of a first start.
  func load() async throws(StorageError) -> Base

  /// Stores the base, and returns whether it would survive a crash. Memory has it in any case.
  func save(_ base: Base) async -> Persistence
}

/// A base that is not stored: the server is asked for it at each start.
public struct UnstoredBase<Base: Sendable>: BaseStore {
  private let initial: Base

  /// Creates a store whose base is `initial` at each start.
  public init(_ initial: Base) { self.initial = initial }

  public func load() async throws(StorageError) -> Base { initial }

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

  public func load() async throws(StorageError) -> Base { try await repository.value() ?? initial }

  public func save(_ base: Base) async -> Persistence {
    do { try await repository.save(base) } catch { return .pending(error) }
    // What waits is a later value; this one has been written.
    return repository.persistence == .waiting ? .persisted : repository.persistence
  }
}
