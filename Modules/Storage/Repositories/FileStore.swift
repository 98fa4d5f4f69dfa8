/// A store that reads its file for each access; the actor serializes accesses.
actor FileStore<Value: Sendable>: ValueStore, StoreOnDisk {
  nonisolated let file: RecordFile<Value>
  private var isOpened = false

  init(_ file: RecordFile<Value>) {
    self.file = file
  }

  func value() throws(StorageError) -> Value? {
    let loaded = try load()
    if let newer = loaded.newer { throw newer }
    return loaded.value
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    _ = await file.directory.roster.writeWaiting(worthMoreThan: worth)
    var loaded = try load()
    let result = change(&loaded.value)
    try file.write(loaded.value, from: &loaded.position)
    return result
  }

  nonisolated var worth: StorageClass.Tier { file.files.dataClass.worth }

  nonisolated var writeStatus: WriteStatus { .written }

  func flush() throws(StorageError) {}

  nonisolated func forget() {}

  private func load() throws(StorageError) -> RecordFile<Value>.Loaded {
    if isOpened { return try file.load() }
    let loaded = try file.open()
    isOpened = true
    return loaded
  }
}
