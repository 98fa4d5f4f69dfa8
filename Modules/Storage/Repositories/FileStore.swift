/// A value that lives in its file only; the actor keeps one access at a time.
actor FileStore<Value: Sendable>: ValueStore {
  private let file: RecordFile<Value>

  init(_ file: RecordFile<Value>) {
    self.file = file
  }

  func value() throws(StorageError) -> Value? {
    let loaded = try file.load()
    if let newer = loaded.newer { throw newer }
    return loaded.value
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) throws(StorageError) -> Result {
    var loaded = try file.load()
    let result = change(&loaded.value)
    try file.write(loaded.value, from: &loaded.position)
    return result
  }

  nonisolated var persistence: Persistence { .persisted }

  func flush() throws(StorageError) {}
}
