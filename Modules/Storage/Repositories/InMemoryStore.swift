import Synchronization

/// A value without a file.
final class InMemoryStore<Value: Sendable>: ValueStore, StoreOnDisk {
  private let cell: MemoryCell<Value>
  private let name: String
  /// The directory of the value; `nil` for a repository without one.
  private let directory: MemoryAccess?

  init(_ value: Value?) {
    cell = MemoryCell(value)
    (name, directory) = ("", nil)
  }

  /// Creates the store of this name in a directory without files.
  init(_ name: String, in directory: MemoryAccess) {
    cell = directory.volume.cell(name)
    (self.name, self.directory) = (name, directory)
  }

  /// Throws when another directory has taken over the value.
  private func checkAccess() throws(StorageError) {
    if directory?.isClosed == true { throw .inUse(name) }
  }

  func value() async throws(StorageError) -> Value? {
    try checkAccess()
    return cell.memory.withLock { $0 }
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    try checkAccess()
    return cell.memory.withLock { change(&$0) }
  }

  var writeStatus: WriteStatus { .inMemory }

  func flush() async throws(StorageError) { try checkAccess() }

  var worth: StorageClass.Tier { .cache }

  /// Does nothing: no store has a copy of the value.
  func forget() {}
}

/// The access of one ``StorageDirectory`` to values without files, until it is closed.
final class MemoryAccess: Sendable {
  let volume: MemoryVolume
  private let closed = Atomic(false)

  init(_ volume: MemoryVolume) { self.volume = volume }

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  func close() { closed.store(true, ordering: .releasing) }
}

/// The values of a directory without files, by name.
final class MemoryVolume: Sendable {
  private let cells = Mutex<[String: any Sendable]>([:])

  /// Returns the cell of this name; a cell of another type is replaced.
  func cell<Value: Sendable>(_ name: String) -> MemoryCell<Value> {
    cells.withLock { cells in
      if let cell = cells[name] as? MemoryCell<Value> { return cell }
      let cell = MemoryCell<Value>(nil)
      cells[name] = cell
      return cell
    }
  }
}

/// One value in memory.
final class MemoryCell<Value: Sendable>: Sendable {
  let memory: Mutex<Value?>

  init(_ value: Value?) { memory = Mutex(value) }
}
