import Synchronization

/// A value that is read once, served from memory, and written through to its file.
///
/// Two guards, so that a reader never waits for the disk: the mutex holds the value for the time of
/// a copy; the actor holds the file for the time of a write.
actor MemoryBackedByFileStore<Value: Sendable>: ValueStore, StoreOnDisk {
  private struct Memory {
    var value: Value?
    var isLoaded = false
    /// Why there is no value: it was not loaded, or only a newer release can read what there is.
    var problem: StorageError?
    /// Counts changes; the file is behind while `written` is lower.
    var revision = 0
    var written = 0
    /// The last revision that was to be written, whatever came of it.
    var attempted = 0
    var failure: StorageError?

    var sighting: Sighting<Value> {
      if let problem { return .failed(problem) }
      return isLoaded ? .loaded(value) : .notLoaded
    }
  }

  nonisolated let file: RecordFile<Value>
  /// How many updates are written together.
  nonisolated let ceiling: Int
  /// Where the files stand; right while the value is loaded.
  private var position: FilePosition?
  private nonisolated let memory = Mutex(Memory())
  // What the last reader was given, until the value changes: a `Held`, but without its type, for which
  // the runtime would have to be asked at every read. Changed under the lock of `memory` alone.
  private nonisolated let lent = Mutex<AnyObject?>(nil)
  private nonisolated let observers = Broadcast<Sighting<Value>>()

  init(_ file: RecordFile<Value>, ceiling: Int) {
    self.file = file
    self.ceiling = ceiling
  }

  nonisolated var held: Held<Value>? {
    guard let lent = lent.withLock({ $0 }) else { return nil }
    return unsafeDowncast(lent, to: Held<Value>.self)
  }

  nonisolated func value() async throws(StorageError) -> Value? {
    if !memory.withLock({ $0.isLoaded }) { try await load() }
    let (value, problem) = memory.withLock { memory in
      if let value = memory.value, memory.problem == nil {
        lent.withLock { $0 = Held(value) }
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
    let (result, isDue) = memory.withLock { memory in
      memory.revision += 1
      // Before the change, which has nothing to copy when nobody else has the value.
      lent.withLock { $0 = nil }
      let result = change(&memory.value)
      if memory.value != nil { memory.problem = nil }
      observers.tell(memory.sighting)
      return (result, memory.revision - memory.attempted >= ceiling)
    }
    if isDue {
      _ = await file.directory.roster.writeWaiting(worthMoreThan: worth)
      await write()
    } else {
      memory.withLock { note($0) }
    }
    return result
  }

  nonisolated var worth: DataClass.Worth { file.files.dataClass.worth }

  nonisolated var persistence: Persistence {
    memory.withLock { memory in
      if let failure = memory.failure { return .pending(failure) }
      return memory.written < memory.revision ? .waiting : .persisted
    }
  }

  nonisolated func flush() async throws(StorageError) {
    await write()
    if case .pending(let failure) = persistence { throw failure }
  }

  nonisolated func forget() {
    memory.withLock { memory in
      memory = Memory()
      lent.withLock { $0 = nil }
    }
  }

  nonisolated func sightings() -> AsyncStream<Sighting<Value>> {
    memory.withLock { observers.observe(now: $0.sighting) }
  }

  private func load() throws(StorageError) {
    guard !memory.withLock({ $0.isLoaded }) else { return }
    observers.tell(.loading(nil))
    let loaded: RecordFile<Value>.Loaded
    do {
      loaded = try file.open { observers.tell(.loading($0)) }
    } catch {
      memory.withLock { memory in
        memory.problem = error
        observers.tell(memory.sighting)
      }
      throw error
    }
    position = loaded.position
    memory.withLock { memory in
      memory.value = loaded.value
      memory.problem = loaded.newer
      memory.isLoaded = true
      observers.tell(memory.sighting)
    }
  }

  /// Writes the newest value, so that updates which queued up meanwhile cost one write together.
  private func write() {
    let (value, revision, isBehind) = memory.withLock { memory in
      memory.attempted = memory.revision
      return (memory.value, memory.revision, memory.written < memory.revision)
    }
    guard isBehind, var position else { return }
    do {
      try file.write(value, from: &position)
      memory.withLock { memory in
        memory.written = revision
        memory.failure = nil
        lent.withLock { $0 = nil }
        file.settle(&memory.value, written: value)
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

  /// Under the lock, so that what is noted last is how things stand.
  private nonisolated func note(_ memory: Memory) {
    file.directory.roster.note(
      self, file.files.name, isWaiting: memory.written < memory.revision)
  }
}
