import Synchronization

/// A stored collection of `Identifiable` elements, such as a user's addresses.
///
/// The guarantees are those of ``SingleRepository``, for the whole collection. An update is atomic,
/// regardless of the number of changed elements. Elements are in insertion order.
///
/// ```swift
/// try await addresses.save(home)
/// let saved = try await addresses.element(home.id)
/// let all = try await addresses.elements()
/// try await addresses.remove(all.filter { !$0.isDefault }.map(\.id))
/// ```
public final class CollectionRepository<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  private struct State {
    var store: any CollectionStore<Element>
    var ownsName = false
  }

  private let name: String
  /// The directory of the repository, which the store does not retain.
  private let directory: StorageDirectory
  private let state: Mutex<State>

  /// Creates a repository without a file, for tests, previews and drafts.
  ///
  /// The elements are lost when the repository is deallocated. They need not be `Codable`.
  public init(inMemory elements: [Element] = []) {
    name = "elements"
    let volume = MemoryVolume(["/elements": IdentifiedArray(elements)])
    directory = StorageDirectory.inMemory(volume)
    state = Mutex(State(store: MemoryStore(name, in: directory, volume)))
  }

  /// Creates a repository that stores its elements in a file.
  ///
  /// The initializer does not access the disk; the first access reads the file.
  ///
  /// ```swift
  /// let addresses = CollectionRepository(
  ///   .file("addresses"), class: .userState, schema: Address.schema, in: directory)
  /// ```
  ///
  /// - Parameters:
  ///   - location: The name of the file, and whether the elements are also cached in memory.
  ///   - dataClass: The storage class, which determines durability and the handling of damaged files.
  ///   - schema: The current shape of an element and the migration steps from every earlier shape.
  ///   - directory: The directory of the file; created by the first write.
  public convenience init(
    _ location: StorageLocation, class dataClass: StorageClass, schema: StoredSchema<Element>,
    in directory: StorageDirectory
  ) where Element.ID: Codable {
    self.init(location, schema.shape, dataClass, isWhole: false, in: directory)
  }

  init(
    _ location: StorageLocation, _ shape: any Shape<Element>, _ dataClass: StorageClass,
    isWhole: Bool, in directory: StorageDirectory
  ) where Element.ID: Codable {
    (name, self.directory) = (location.name, directory)
    let store: any CollectionStore<Element> =
      if let volume = directory.memory {
        MemoryStore(name, in: directory, volume)
      } else {
        LogStore(location, shape, dataClass, isWhole: isWhole, in: directory)
      }
    state = Mutex(State(store: store))
  }

  /// Returns the store, after acquiring the name for this repository.
  ///
  /// The right to the name lasts from the first use of the repository until its release. Features cache
  /// what they read from a file, so two owners of one file would overwrite each other's changes.
  ///
  /// - Throws: ``StorageError/inUse(_:)`` if another repository owns the name; a later call tries again.
  private func store() throws(StorageError) -> any CollectionStore<Element> {
    try state.withLock { state throws(StorageError) in
      if !state.ownsName {
        state.store = try directory.registry.acquire(name, state.store, for: self)
        state.ownsName = true
      }
      return state.store
    }
  }

  /// Returns all elements in insertion order; an empty array when none is stored.
  ///
  /// The call does not suspend if the elements are in memory. Elements that this release cannot read are
  /// left out, see ``unreadable(isolation:)``.
  ///
  /// - Throws: ``StorageError`` if elements may be stored but cannot be read.
  public func elements(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> IdentifiedArray<Element> {
    try await store().elements()
  }

  /// Returns the element with this id, or `nil` when there is none.
  ///
  /// With ``StorageLocation/file(_:)``, only this element is read.
  ///
  /// - Throws: ``StorageError/unreadable(file:element:reason:)`` if this release cannot read the element.
  public func element(
    _ id: Element.ID, isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> Element? {
    try await store().element(id)
  }

  /// Returns the ids of the elements that this release cannot read.
  ///
  /// For example, a newer release has stored them before a rollback. The file keeps such an element for a
  /// release that can read it, until another one is saved with its id or the id is removed.
  ///
  /// ```swift
  /// let unreadable = try await addresses.unreadable()
  /// if await askToRemove(unreadable.count) { try await addresses.remove(unreadable) }
  /// ```
  public func unreadable(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> [Element.ID] {
    try await store().unreadable()
  }

  /// Reads, changes and writes the elements as one atomic step.
  ///
  /// No other update runs in between. With ``StorageLocation/file(_:)``, all elements are read; to change
  /// one element without the others, use ``change(_:_:isolation:)``. Assigning another array replaces all
  /// elements, also those that this release cannot read.
  ///
  /// Errors are those of ``SingleRepository/update(_:isolation:)``.
  ///
  /// ```swift
  /// let homesLeft = try await places.update { places in
  ///   for place in places where !place.isHome { places.remove(place.id) }
  ///   return places.count
  /// }
  /// ```
  ///
  /// - Returns: The result of `change`.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout IdentifiedArray<Element>) -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> Result {
    try await store().update(nil, change)
  }

  /// Reads, changes and writes one element as one atomic step, without the other elements.
  ///
  /// ```swift
  /// try await addresses.change(id) { $0?.isDefault = true }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - change: A closure that changes the element, which is `nil` when there is none. Assigning `nil`
  ///     removes the element.
  ///   - isolation: The actor of the caller, which is the default.
  /// - Returns: The result of `change`.
  /// - Throws: ``StorageError``, as ``update(_:isolation:)`` does.
  @discardableResult
  public func change<Result: Sendable>(
    _ id: Element.ID, _ change: @Sendable (inout Element?) -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> Result {
    try await store().update([id]) { elements in
      var element = elements[id: id]
      let isStored = element != nil
      let result = change(&element)
      if isStored, element?.id != id { elements.remove(id) }
      if let element { elements.save(element) }
      return result
    }
  }

  /// Stores `element` in place of the element with the same id; appends it if there is none.
  ///
  /// ```swift
  /// try await addresses.save(home)
  /// let saved = try await addresses.element(home.id)
  /// ```
  ///
  /// - Throws: ``StorageError``, as ``update(_:isolation:)`` does.
  public func save(
    _ element: Element, isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) {
    try await store().update([]) { $0.save(element) }
  }

  /// Removes the element with this id, even if this release cannot read it; it is no error if there is none.
  public func remove(
    _ id: Element.ID, isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) {
    try await remove([id])
  }

  /// Removes the elements with these ids in one step, even those that this release cannot read.
  ///
  /// It is no error if there are none.
  public func remove(
    _ ids: some Sequence<Element.ID> & Sendable, isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) {
    try await store().update([]) { for id in ids { $0.remove(id) } }
  }

  /// Creates an empty file if there is none; returns whether it did, except in place of a damaged one.
  package func createFile(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> Bool {
    try await store().createFile()
  }

  /// The status of the file: whether it contains the current elements.
  ///
  /// Elements that are not in the file are lost when the process ends.
  public var writeStatus: WriteStatus { state.withLock { $0.store }.writeStatus }

  /// Writes the updates that are not in the file yet.
  ///
  /// Call it when a failed write may succeed, for example after disk space was freed.
  ///
  /// - Throws: ``StorageError`` if the file still lacks an update afterward.
  public func flush(isolation: isolated (any Actor)? = #isolation) async throws(StorageError) {
    try await store().flush()
  }
}
