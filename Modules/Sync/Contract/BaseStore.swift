public import Storage

/// The storage of an ``OptimisticStore``'s base.
public protocol BaseStore<Base>: Sendable {
  /// The confirmed value.
  associatedtype Base: Sendable

  /// Returns the stored base, or an initial one if none is stored.
  func load() async throws(StorageError) -> Base

  /// Stores the base, and returns whether it would survive a crash.
  ///
  /// If the write fails, later calls still have the base in memory.
  func save(_ base: Base) async -> WriteStatus
}

/// A base that is not stored: each start fetches it from the server.
public struct UnstoredBase<Base: Sendable>: BaseStore {
  private let initial: Base

  /// Creates a store whose base is `initial` at each start.
  public init(_ initial: Base) { self.initial = initial }

  /// Returns the initial base.
  public func load() async throws(StorageError) -> Base { initial }

  /// Stores nothing and returns `written`, because a start without the base loses nothing.
  public func save(_ base: Base) async -> WriteStatus { .written }
}

/// A base stored as one value in a `SingleRepository`.
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
    // The repository schedules a write only for a later value; this value has been written.
    return repository.writeStatus == .scheduled ? .written : repository.writeStatus
  }
}

/// A base whose elements are stored in a `CollectionRepository`; its other properties are not stored.
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
  ///   - elements: The property of the base that contains the elements. Their ids are unique.
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

  /// Stores the elements that have changed, and returns whether they would survive a crash.
  public func save(_ base: Base) async -> WriteStatus {
    let elements = base[keyPath: elements]
    do {
      let stored = try await repository.elements()
      let ids = Set(elements.map(\.id))
      let removed = stored.array.map(\.id).filter { !ids.contains($0) }
      let saved = elements.filter { stored[id: $0.id] != $0 }
      if removed.isEmpty, saved.isEmpty {
        // Memory contains all elements, but an earlier write to the file may have failed.
        if case .failed = repository.writeStatus { try await repository.flush() }
      } else {
        try await repository.update { stored in
          for id in removed { stored.remove(id) }
          for element in saved { stored.save(element) }
        }
      }
    } catch { return .failed(error) }
    // The repository schedules a write only for later elements; these have been written.
    return repository.writeStatus == .scheduled ? .written : repository.writeStatus
  }
}
