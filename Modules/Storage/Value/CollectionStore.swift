/// The storage of a collection: in memory, in a file, or in both.
///
/// A repository uses its store without knowing where the elements are. For a store, a single value is a
/// collection with one element (``Only``).
protocol CollectionStore<Element>: RegisteredStore {
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  func elements() async throws(StorageError) -> IdentifiedArray<Element>
  func element(_ id: Element.ID) async throws(StorageError) -> Element?
  func unreadable() async throws(StorageError) -> [Element.ID]
  func createFile() async throws(StorageError) -> Bool

  /// Performs an update.
  ///
  /// `ids` are the ids of the only elements that `change` uses; `nil` for all elements. A store without
  /// elements in memory reads only these elements.
  func update<Result: Sendable>(
    _ ids: [Element.ID]?, _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) async throws(StorageError) -> Result
  var writeStatus: WriteStatus { get }
}
