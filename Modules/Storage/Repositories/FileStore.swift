import Synchronization

/// A store that reads its file at each access; the actor serializes accesses.
actor FileStore<Value: Sendable>: ValueStore, StoreOnDisk {
  nonisolated let file: RecordFile<Value>
  private var isOpened = false
  /// Whether the file contains a value whose sync has failed with ``StorageError/notDurable(_:)``.
  private var isUnsynced = false

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
    _ = await file.directory.registry.writeWaiting(worthMoreThan: worth)
    var loaded = try load()
    let result = change(&loaded.value)
    if isUnsynced {
      // Without the payload and the length, the write below replaces the file and syncs it, even if the
      // value is equal.
      loaded.position.own?.payload = nil
      loaded.position.own?.length = nil
    }
    do {
      try file.write(loaded.value, from: &loaded.position)
      isUnsynced = false
    } catch {
      if case .notDurable = error { isUnsynced = true }
      throw error
    }
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

/// The exclusive right of one repository to a file name.
///
/// The right lasts from the first use of the repository until the repository is released. Features
/// cache what they read from a file, so two owners of one file would overwrite each other's changes.
final class Claim: Sendable {
  private let name: String
  private let store: any StoreOnDisk
  private let registry: StoreRegistry
  private let isHeld = Atomic(false)
  private let turn = Mutex(())

  init(_ name: String, _ store: any StoreOnDisk, in registry: StoreRegistry) {
    (self.name, self.store, self.registry) = (name, store, registry)
  }

  /// Acquires the file name for the repository, unless this claim has acquired it already.
  ///
  /// - Throws: ``StorageError/inUse(_:)`` if another repository owns the name; a later call tries
  ///   again.
  func hold() throws(StorageError) {
    if isHeld.load(ordering: .acquiring) { return }
    try turn.withLock { _ throws(StorageError) in
      switch registry.acquire(name, store, for: self) {
      case .acquired: break
      case .acquiredAnew: store.forget()
      case .refused: throw .inUse(name)
      }
      isHeld.store(true, ordering: .releasing)
    }
  }

  /// The result of an attempt to acquire a file name for a repository and its store.
  enum Decision {
    case acquired
    /// The repository owns the file name now, but its store has to read the files again.
    ///
    /// Another store may have owned the name before, and may have written the files.
    case acquiredAnew
    case refused
  }
}
