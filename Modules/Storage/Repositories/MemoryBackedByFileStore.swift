import Synchronization

/// A value that is read once, served from memory, and written through to its file.
///
/// Two guards, so that a reader never waits for the disk: the mutex holds the value for the time of
/// a copy; the actor holds the file for the time of a write.
actor MemoryBackedByFileStore<Value: Sendable>: ValueStore {
  private struct Memory {
    var value: Value?
    var isLoaded = false
    /// Counts changes; the file is behind while `written` is lower.
    var revision = 0
    var written = 0
    var failure: StorageError?
  }

  private let file: SnapshotFile<Value>
  private nonisolated let memory = Mutex(Memory())

  init(_ file: SnapshotFile<Value>) {
    self.file = file
  }

  nonisolated func value() async throws(StorageError) -> Value? {
    let (isLoaded, value) = memory.withLock { ($0.isLoaded, $0.value) }
    return isLoaded ? value : try await load()
  }

  nonisolated func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    _ = try await value()
    let result = memory.withLock { memory in
      memory.revision += 1
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

  private func load() throws(StorageError) -> Value? {
    if memory.withLock({ $0.isLoaded }) { return memory.withLock { $0.value } }
    let stored = try file.read()
    memory.withLock { memory in
      memory.value = stored
      memory.isLoaded = true
    }
    return stored
  }

  /// Writes the newest value, so that updates which queued up meanwhile cost one write together.
  private func write() {
    let (value, revision, isBehind) = memory.withLock {
      ($0.value, $0.revision, $0.written < $0.revision)
    }
    guard isBehind else { return }
    do {
      try file.write(value)
      memory.withLock { memory in
        memory.written = revision
        memory.failure = nil
      }
    } catch {
      memory.withLock { $0.failure = error }
    }
  }
}
