public import Storage

/// The storage of a base as one value in a `SingleRepository`.
public struct SingleBase<Base: Sendable>: BaseStore {
  private let repository: SingleRepository<Base>
  private let initial: Base

  /// Creates a store over a repository; until a base is stored, the base is `initial`.
  public init(_ repository: SingleRepository<Base>, initial: Base) {
    self.repository = repository
    self.initial = initial
  }

  /// Returns the stored base; the initial base if none is stored.
  public func load() async throws(StorageError) -> Base { try await repository.value() ?? initial }

  /// Stores the base in the repository.
  ///
  /// - Returns: Whether the base would survive a crash.
  public func save(_ base: Base) async -> WriteStatus {
    do { try await repository.save(base) } catch { return .failed(error) }
    return repository.writeStatus.ofAwaitedWrite
  }
}
