import Synchronization

/// A store that reads its file once, serves the value from memory, and writes updates to the file.
///
/// The mutex guards the value in memory, and the actor guards the file. So a reader of a loaded value
/// never waits for the disk.
actor MemoryBackedByFileStore<Value: Sendable>: ValueStore, StoreOnDisk {
  private struct Memory {
    var value: Value?
    var isLoaded = false
    /// The error to throw if only a newer release can read the file; otherwise `nil`.
    var problem: StorageError?
    /// The number of updates since the value was loaded.
    ///
    /// `written` is the number of these updates that are in the file. While `written` is lower than
    /// `revision`, the file lacks updates.
    var revision = 0
    var written = 0
    var failure: StorageError?
  }

  nonisolated let file: RecordFile<Value>
  /// The state of the files; `nil` until the value has been loaded.
  private var position: FilePosition?
  private nonisolated let memory = Mutex(Memory())
  // The value that the last reader received; `nil` after the value has changed. The property is changed
  // only under the lock of `memory`. The object is a `Held<Value>`. It is stored as `AnyObject`, so
  // that a read need not look up the generic type at run time.
  private nonisolated let lastRead = Mutex<AnyObject?>(nil)

  init(_ file: RecordFile<Value>) {
    self.file = file
  }

  nonisolated var held: Held<Value>? {
    guard let lastRead = lastRead.withLock({ $0 }) else { return nil }
    return unsafeDowncast(lastRead, to: Held<Value>.self)
  }

  nonisolated func value() async throws(StorageError) -> Value? {
    if !memory.withLock({ $0.isLoaded }) { try await load() }
    let (value, problem) = memory.withLock { memory in
      if let value = memory.value, memory.problem == nil {
        lastRead.withLock { $0 = Held(value) }
      }
      return (memory.value, memory.problem)
    }
    if let problem { throw problem }
    return value
  }

  nonisolated func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    if !memory.withLock({ $0.isLoaded }) { try await load() }
    let result = memory.withLock { memory in
      memory.revision += 1
      // `lastRead` has a second reference to the value. It is released before the change, so that the
      // change need not copy the value.
      lastRead.withLock { $0 = nil }
      let result = change(&memory.value)
      if memory.value != nil { memory.problem = nil }
      return result
    }
    _ = await file.directory.registry.writeWaiting(worthMoreThan: worth)
    await write()
    return result
  }

  nonisolated var worth: StorageClass.Tier { file.files.dataClass.worth }

  nonisolated var writeStatus: WriteStatus {
    memory.withLock { memory in
      if let failure = memory.failure { return .failed(failure) }
      return memory.written < memory.revision ? .scheduled : .written
    }
  }

  nonisolated func flush() async throws(StorageError) {
    await write()
    if case .failed(let failure) = writeStatus { throw failure }
  }

  nonisolated func forget() {
    memory.withLock { memory in
      memory = Memory()
      lastRead.withLock { $0 = nil }
    }
  }

  private func load() throws(StorageError) {
    guard !memory.withLock({ $0.isLoaded }) else { return }
    let loaded = try file.open()
    position = loaded.position
    memory.withLock { memory in
      memory.value = loaded.value
      memory.problem = loaded.newer
      memory.isLoaded = true
    }
  }

  /// Writes the newest value.
  ///
  /// Updates that were made while another write was in progress are written together.
  private func write() {
    let (value, revision, isBehind) = memory.withLock { memory in
      (memory.value, memory.revision, memory.written < memory.revision)
    }
    guard isBehind, var position else { return }
    do {
      try file.write(value, from: &position)
      memory.withLock { memory in
        memory.written = revision
        memory.failure = nil
        file.markAsWritten(&memory.value, written: value)
        note(memory)
      }
    } catch {
      memory.withLock { memory in
        memory.failure = error
        note(memory)
      }
    }
    self.position = position
  }

  /// Records in the registry whether this store has pending updates.
  ///
  /// Called under the lock of `memory`, so that the last recorded state is the current one.
  private nonisolated func note(_ memory: Memory) {
    file.directory.registry.note(
      self, file.files.name, isWaiting: memory.written < memory.revision)
  }
}
