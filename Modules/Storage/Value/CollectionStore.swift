/// The storage of a collection: in memory, in a file, or in both.
///
/// A repository uses its store without knowing where the elements are. For a store, a single value is a
/// collection with one element (``Only``).
protocol CollectionStore<Element>: Sendable {
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  /// The elements, if they can be read without suspending; otherwise `nil`.
  ///
  /// After `nil`, the repository calls `elements()`.
  var held: IdentifiedArray<Element>? { get }
  func elements() async throws(StorageError) -> IdentifiedArray<Element>
  func element(_ id: Element.ID) async throws(StorageError) -> Element?
  func first(_ count: Int) async throws(StorageError) -> [Element]
  func unreadable() async throws(StorageError) -> [Element.ID]

  /// Performs an update.
  ///
  /// `ids` are the IDs of the only elements that `change` uses; `nil` for all elements. A store without
  /// elements in memory reads only these elements.
  func update<Result: Sendable>(
    _ ids: [Element.ID]?, _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) async throws(StorageError) -> Result
  var writeStatus: WriteStatus { get }
  func flush() async throws(StorageError)
}

extension StorageLocation {
  /// Returns the store for this location in a directory, and a new ``Claim`` to the location's name.
  func makeStore<Element: Identifiable & Sendable>(
    _ shape: any Shape<Element>, _ dataClass: StorageClass, isWhole: Bool = false,
    in directory: StorageDirectory
  ) -> (any CollectionStore<Element>, Claim) where Element.ID: Codable & Sendable {
    let registry = directory.registry
    if let memory = directory.memory {
      let store = registry.store(name) { (_: MemoryStore<Element>) in
        true
      } make: {
        MemoryStore(name, in: memory)
      }
      return (store, Claim(name, store, in: registry))
    }
    let made = LogStore(self, shape, dataClass, isWhole: isWhole, in: directory)
    let store = registry.store(name) {
      made.isDeclared(as: $0)
    } make: {
      made
    }
    return (store, Claim(name, store, in: registry))
  }
}
