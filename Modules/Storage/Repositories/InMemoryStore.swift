import Synchronization

/// A store without a file.
final class InMemoryStore<Value: Sendable>: ValueStore {
  private let memory: Mutex<Value?>
  private let observers = Broadcast<Sighting<Value>>()

  init(_ value: Value?) {
    memory = Mutex(value)
  }

  func value() async throws(StorageError) -> Value? {
    memory.withLock { $0 }
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    memory.withLock { value in
      let result = change(&value)
      observers.tell(.loaded(value))
      return result
    }
  }

  var persistence: Persistence { .memoryOnly }

  func flush() async throws(StorageError) {}

  func sightings() -> AsyncStream<Sighting<Value>> {
    memory.withLock { observers.observe(now: .loaded($0)) }
  }
}
