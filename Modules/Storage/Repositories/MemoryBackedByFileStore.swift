import Synchronization

/// A value that is read once, served from memory, and written through to its file.
///
/// Two guards, so that a reader never waits for the disk: the mutex holds the value for the time of
/// a copy; the actor holds the file for the time of a write.
actor MemoryBackedByFileStore<Value: Sendable>: ValueStore {
  private struct Memory {
    var value: Value?
    var isLoaded = false
    /// Why there is no value, until one is stored: only a newer release can read what there is.
    var newer: StorageError?
    /// Counts changes; the file is behind while `written` is lower.
    var revision = 0
    var written = 0
    var failure: StorageError?
  }

  private let file: RecordFile<Value>
  /// Where the files stand; there as soon as the value is loaded.
  private var position: RecordFile<Value>.Position?
  private nonisolated let memory = Mutex(Memory())

  init(_ file: RecordFile<Value>) {
    self.file = file
  }

  nonisolated func value() async throws(StorageError) -> Value? {
    if !memory.withLock({ $0.isLoaded }) { try await load() }
    let (value, newer) = memory.withLock { ($0.value, $0.newer) }
    if let newer { throw newer }
    return value
  }

  nonisolated func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    if !memory.withLock({ $0.isLoaded }) { try await load() }
    let result = memory.withLock { memory in
      memory.revision += 1
      defer { if memory.value != nil { memory.newer = nil } }
      return change(&memory.value)
    }
    await write()
    return result
  }

  nonisolated var persistence: Persistence {
    memory.withLock { $0.failure.map(Persistence.pending) ?? .persisted }
  }

  nonisolated func flush() async throws(StorageError) {
    await write()
    if case .pending(let failure) = persistence { throw failure }
  }

  private func load() throws(StorageError) {
    guard position == nil else { return }
    let loaded = try file.load()
    position = loaded.position
    memory.withLock { memory in
      memory.value = loaded.value
      memory.newer = loaded.newer
      memory.isLoaded = true
      if loaded.isBehind { memory.revision += 1 }
    }
    write()
  }

  /// Writes the newest value, so that updates which queued up meanwhile cost one write together.
  private func write() {
    let (value, revision, isBehind) = memory.withLock {
      ($0.value, $0.revision, $0.written < $0.revision)
    }
    guard isBehind, var position else { return }
    do {
      try file.write(value, from: &position)
      memory.withLock { memory in
        memory.written = revision
        memory.failure = nil
        file.settle(&memory.value, written: value)
      }
    } catch {
      memory.withLock { $0.failure = error }
    }
    self.position = position
  }
}
