import Synchronization

/// A value without a file.
final class InMemoryStore<Value: Sendable>: ValueStore {
  private let memory: Mutex<Value?>

  init(_ value: Value?) {
    memory = Mutex(value)
  }

  func value() async throws(StorageError) -> Value? {
    memory.withLock { $0 }
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    memory.withLock { change(&$0) }
  }

  var persistence: Persistence { .memoryOnly }

  func flush() async throws(StorageError) {}
}
