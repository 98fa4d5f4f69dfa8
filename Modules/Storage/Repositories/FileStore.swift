/// A value that lives in its file only; the actor keeps one access at a time.
actor FileStore<Value: Sendable>: ValueStore {
  private let file: SnapshotFile<Value>

  init(_ file: SnapshotFile<Value>) {
    self.file = file
  }

  func value() throws(StorageError) -> Value? {
    try file.read()
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) throws(StorageError) -> Result {
    var value = try file.read()
    let result = change(&value)
    try file.write(value)
    return result
  }

  nonisolated var persistence: Persistence { .persisted }

  func flush() throws(StorageError) {}
}
