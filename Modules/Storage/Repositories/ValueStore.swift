/// The storage of one value, in a file or in memory.
///
/// A repository uses its store without knowing where the value is. For a store, a whole collection is
/// one value.
protocol ValueStore<Value>: Sendable {
  associatedtype Value: Sendable

  /// The value, if it is in memory and can be read without suspending; otherwise `nil`.
  ///
  /// After `nil`, the repository calls `value()`.
  var held: Held<Value>? { get }
  func value() async throws(StorageError) -> Value?
  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result
  var writeStatus: WriteStatus { get }
  func flush() async throws(StorageError)
}

extension ValueStore {
  var held: Held<Value>? { nil }
}

/// An object that contains one value, because a reference is faster to pass than a generic value.
///
/// To pass a generic value, the Swift runtime has to look up the generic type.
final class Held<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension StorageLocation {
  /// Returns the store for this location in a directory, and a new ``Claim`` to the location's name.
  func makeStore<Value: Sendable>(
    _ coding: ValueCoding<Value>, _ dataClass: StorageClass, in directory: StorageDirectory
  ) -> (any ValueStore<Value>, Claim) {
    let registry = directory.registry
    if let memory = directory.memory {
      let store = registry.store(name) { (_: InMemoryStore<Value>) in
        true
      } make: {
        InMemoryStore(name, in: memory)
      }
      return (store, Claim(name, store, in: registry))
    }
    let file = {
      RecordFile(name, coding: coding, dataClass: dataClass, in: directory)
    }
    // Another process writes the files of a read-only directory. A copy in memory would not contain
    // the updates of that process.
    guard isHeldInMemory, !directory.isReadOnly else {
      let store = registry.store(name) {
        $0.file.isDeclared(as: coding, dataClass)
      } make: {
        FileStore(file())
      }
      return (store, Claim(name, store, in: registry))
    }
    let store = registry.store(name) {
      $0.file.isDeclared(as: coding, dataClass)
    } make: {
      MemoryBackedByFileStore(file())
    }
    return (store, Claim(name, store, in: registry))
  }
}
