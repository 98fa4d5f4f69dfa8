public import Storage

/// The storage of a base's elements in a `CollectionRepository`; the base's other properties are not
/// stored.
///
/// The sequence of the elements is not stored. They are loaded in the sequence in which they were
/// first saved.
public struct CollectionBase<Base: Sendable, Element: Identifiable & Sendable>: BaseStore
where Element: Equatable, Element.ID: Sendable {
  private let repository: CollectionRepository<Element>
  private let initial: Base
  private let elements: any WritableKeyPath<Base, [Element]> & Sendable

  /// Creates a store over a repository.
  ///
  /// - Parameters:
  ///   - repository: The repository that stores the elements.
  ///   - initial: The base that ``load()`` returns, but with the stored elements instead of its own.
  ///   - elements: The key path from the base to the array of elements; their ids are unique.
  public init(
    _ repository: CollectionRepository<Element>, initial: Base,
    elements: any WritableKeyPath<Base, [Element]> & Sendable
  ) {
    self.repository = repository
    self.initial = initial
    self.elements = elements
  }

  /// Returns the initial base, with its elements set to the stored elements.
  public func load() async throws(StorageError) -> Base {
    var base = initial
    base[keyPath: elements] = try await repository.elements().array
    return base
  }

  /// Stores the elements that have changed.
  ///
  /// - Returns: Whether the elements would survive a crash.
  public func save(_ base: Base) async -> WriteStatus {
    let elements = base[keyPath: elements]
    let ids = Set(elements.map(\.id))
    do {
      try await repository.update { stored in
        for id in stored.array.map(\.id) where !ids.contains(id) { stored.remove(id) }
        for element in elements where stored[id: element.id] != element { stored.save(element) }
      }
      // If nothing has changed, a write that has failed earlier is repeated here.
      if case .failed = repository.writeStatus { try await repository.flush() }
    } catch { return .failed(error) }
    return repository.writeStatus.ofAwaitedWrite
  }
}
