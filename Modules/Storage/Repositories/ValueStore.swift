/// How a repository's value is held: the seam between "how many" and "where".
///
/// A single value and a whole collection are both one value to a store.
protocol ValueStore<Value>: Sendable {
  associatedtype Value: Sendable

  func value() async throws(StorageError) -> Value?
  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result
  var persistence: Persistence { get }
  func flush() async throws(StorageError)
}

extension Location {
  func makeStore<Value: Sendable>(_ file: RecordFile<Value>) -> any ValueStore<Value> {
    isHeldInMemory ? MemoryBackedByFileStore(file) : FileStore(file)
  }
}
