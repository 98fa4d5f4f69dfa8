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
  /// - Returns: Whether the base would survive a crash.
  func save(_ base: Base) async -> WriteStatus
}

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

extension WriteStatus {
  /// The status after a call that returns once its own values are written.
  ///
  /// The status `scheduled` can then only refer to values that another call has saved later.
  var ofAwaitedWrite: WriteStatus { self == .scheduled ? .written : self }
}
