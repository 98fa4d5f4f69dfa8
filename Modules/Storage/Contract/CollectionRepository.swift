/// Keeps many values by their identity, such as a user's addresses.
///
/// It promises what ``SingleRepository`` promises, for a whole collection: one update is all or
/// nothing, however many elements it touches. Elements keep the order in which they were added.
public final class CollectionRepository<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  private let store: any ValueStore<IdentifiedArray<Element>>
  /// Kept, because the store does not.
  private let directory: StorageDirectory?
  private let claim: Claim?

  /// Creates a repository that lives and dies with the process, for tests, previews and drafts.
  ///
  /// The elements need not be `Codable`.
  public init(inMemory elements: [Element] = []) {
    (directory, claim) = (nil, nil)
    store = InMemoryStore(IdentifiedArray(elements))
  }

  /// Creates a repository whose elements are kept in a file.
  ///
  /// - Parameters:
  ///   - location: The file's name, and whether the elements are also held in memory.
  ///   - dataClass: What the elements are worth.
  ///   - schema: The present shape of one element and the way to it from every earlier one.
  ///   - directory: Where the file lives; made on the first write.
  public init(
    _ location: Location, class dataClass: DataClass, schema: Schema<Element>,
    in directory: StorageDirectory
  ) where Element.ID: Codable {
    self.directory = directory
    (store, claim) = location.makeStore(schema.coding.ofCollection, dataClass, in: directory)
  }

  /// Returns all elements in the order in which they were added; none is an empty array.
  ///
  /// - Throws: ``StorageError`` when there may be elements and they could not be read.
  public func elements() async throws(StorageError) -> IdentifiedArray<Element> {
    try claim?.hold()
    if let held = store.held { return held.value }
    return try await store.value() ?? IdentifiedArray()
  }

  /// Returns the element with this identity, or `nil` when there is none.
  public func element(_ id: Element.ID) async throws(StorageError) -> Element? {
    try await elements()[id: id]
  }

  /// Reads, changes and writes the elements as one step that no other update can come between.
  ///
  /// Failure is as in ``SingleRepository/update(_:)``.
  ///
  /// - Returns: Whatever `change` returns.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) async throws(StorageError) -> Result {
    try claim?.hold()
    return try await store.update { stored in
      // Taken out, so that changing it copies nothing.
      var elements = stored.take() ?? IdentifiedArray()
      defer { stored = elements }
      return elements.track(change)
    }
  }

  /// Adds `element`, or replaces the one with the same identity in its place.
  public func save(_ element: Element) async throws(StorageError) {
    try await update { $0.save(element) }
  }

  /// Removes the element with this identity; an absent one is no error.
  public func remove(_ id: Element.ID) async throws(StorageError) {
    try await update { _ = $0.remove(id) }
  }

  /// Whether the elements seen by readers would survive the end of the process.
  public var persistence: Persistence { store.persistence }

  /// Writes what is still pending, if anything is; call it when space or permission may be back.
  ///
  /// - Throws: ``StorageError`` when it is still pending afterwards.
  public func flush() async throws(StorageError) {
    try claim?.hold()
    try await store.flush()
  }
}

extension CollectionRepository where Element: Equatable {
  /// The changes of the elements, as ``SingleRepository/changes()``; what became of each element is
  /// in ``IdentifiedArray/changes(from:)``.
  public func changes() -> some AsyncSequence<RepositoryChange<IdentifiedArray<Element>>, Never>
    & Sendable
  {
    store.sightings().changes { $0 ?? IdentifiedArray() }
  }
}
