/// How a repository's value is held: the seam between "how many" and "where".
///
/// A single value and a whole collection are both one value to a store.
protocol ValueStore<Value>: Sendable {
  associatedtype Value: Sendable

  /// The value, if it is held in memory: found by one look and without a wait.
  var held: Held<Value>? { get }
  func value() async throws(StorageError) -> Value?
  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result
  var persistence: Persistence { get }
  func flush() async throws(StorageError)
  /// What is known now and whenever that is something else; what nobody took in time is left out.
  func sightings() -> AsyncStream<Sighting<Value>>
}

extension ValueStore {
  var held: Held<Value>? { nil }
}

/// A value at a place of its own, which is given away without asking what type it has.
final class Held<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension Location {
  /// The store of this name in a directory, and the claim to it of one repository.
  func makeStore<Value: Sendable>(
    _ coding: ValueCoding<Value>, _ dataClass: DataClass, in directory: StorageDirectory
  ) -> (any ValueStore<Value>, Claim) {
    let roster = directory.roster
    if let memory = directory.memory {
      let store = roster.store(name) { (_: InMemoryStore<Value>) in
        true
      } make: {
        InMemoryStore(name, in: memory)
      }
      return (store, Claim(name, store, in: roster))
    }
    let file = {
      RecordFile(name, coding: coding, dataClass: dataClass, in: directory)
    }
    guard isHeldInMemory else {
      let store = roster.store(name) {
        $0.file.isDeclared(as: coding, dataClass)
      } make: {
        FileStore(file())
      }
      return (store, Claim(name, store, in: roster))
    }
    let store = roster.store(name) {
      $0.file.isDeclared(as: coding, dataClass) && $0.ceiling == ceiling
    } make: {
      MemoryBackedByFileStore(file(), ceiling: ceiling)
    }
    return (store, Claim(name, store, in: roster))
  }
}
