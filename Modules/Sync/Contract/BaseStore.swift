public import Storage

/// Stores the base of an ``OptimisticStore``.
public protocol BaseStore<Base>: Sendable {
  /// The confirmed value.
  associatedtype Base: Sendable

  /// Returns the stored base, or the base of a first start.
  func load() async throws(StorageError) -> Base

  /// Stores the base, and returns whether it would survive a crash.
  ///
  /// After a failure the base is still in memory.
  func save(_ base: Base) async -> WriteStatus
}

/// A base that is not stored: each start fetches it from the server.
public struct UnstoredBase<Base: Sendable>: BaseStore {
  private let initial: Base

  /// Creates a store whose base is `initial` at each start.
  public init(_ initial: Base) { self.initial = initial }

  /// Returns the initial base.
  public func load() async throws(StorageError) -> Base { initial }

  /// Stores nothing, and returns `written`: nothing can be lost.
  public func save(_ base: Base) async -> WriteStatus { .written }
}

/// A base in a `SingleRepository`.
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
  public func save(_ base: Base) async -> WriteStatus {
    do { try await repository.save(base) } catch { return .failed(error) }
    // Only a later value is waiting; this one has been written.
    return repository.writeStatus == .scheduled ? .written : repository.writeStatus
  }
}

/// A base whose elements are in a `CollectionRepository`; the rest of it is not stored.
public struct CollectionBase<Base: Sendable, Element: Identifiable & Sendable>: BaseStore
where Element: Equatable, Element.ID: Sendable {
  private let repository: CollectionRepository<Element>
  private let initial: Base
  private let elements: any WritableKeyPath<Base, [Element]> & Sendable

  /// Creates a store over a repository.
  ///
  /// - Parameters:
  ///   - repository: Stores the elements.
  ///   - initial: The base whose elements are replaced by the stored ones.
  ///   - elements: The elements in the base, each with an id of its own.
  public init(
    _ repository: CollectionRepository<Element>, initial: Base,
    elements: any WritableKeyPath<Base, [Element]> & Sendable
  ) {
    self.repository = repository
    self.initial = initial
    self.elements = elements
  }

  /// Returns the initial base with the stored elements.
  public func load() async throws(StorageError) -> Base {
    var base = initial
    base[keyPath: elements] = try await repository.elements().array
    return base
  }

  /// Stores the elements that differ, and returns whether they would survive a crash.
  public func save(_ base: Base) async -> WriteStatus {
    let elements = base[keyPath: elements]
    do {
      let stored = try await repository.elements()
      let ids = Set(elements.map(\.id))
      let removed = stored.array.map(\.id).filter { !ids.contains($0) }
      let saved = elements.filter { stored[id: $0.id] != $0 }
      if removed.isEmpty, saved.isEmpty {
        // Memory has all elements, but an earlier write to the file may have failed.
        if case .failed = repository.writeStatus { try await repository.flush() }
      } else {
        try await repository.update { stored in
          for id in removed { stored.remove(id) }
          for element in saved { stored.save(element) }
        }
      }
    } catch { return .failed(error) }
    // Only a later value is waiting; this one has been written.
    return repository.writeStatus == .scheduled ? .written : repository.writeStatus
  }
}
