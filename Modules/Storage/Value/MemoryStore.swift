import Synchronization

/// A store of elements in memory, without a file.
final class MemoryStore<Element: Identifiable & Sendable>: CollectionStore, StoreOnDisk
where Element.ID: Sendable {
  private let cell: MemoryCell<Element>
  private let name: String
  /// The access to the elements of the store's directory; `nil` if the repository has no directory.
  private let directory: MemoryAccess?

  init(_ elements: [Element]) {
    cell = MemoryCell(elements)
    (name, directory) = ("", nil)
  }

  /// Creates the store for the elements of this name in an in-memory directory.
  init(_ name: String, in directory: MemoryAccess) {
    cell = directory.volume.cell(name)
    (self.name, self.directory) = (name, directory)
  }

  /// Throws an error if the directory has been closed.
  private func checkAccess() throws(StorageError) {
    if directory?.isClosed == true { throw .closed(name) }
  }

  var held: IdentifiedArray<Element>? { nil }

  func elements() async throws(StorageError) -> IdentifiedArray<Element> {
    try checkAccess()
    return cell.memory.withLock { $0 }
  }

  func element(_ id: Element.ID) async throws(StorageError) -> Element? {
    try await elements()[id: id]
  }

  func first(_ count: Int) async throws(StorageError) -> [Element] {
    Array(try await elements().prefix(count))
  }

  func unreadable() async throws(StorageError) -> [Element.ID] { [] }

  func update<Result: Sendable>(
    _ ids: [Element.ID]?, _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) async throws(StorageError) -> Result {
    try checkAccess()
    return cell.memory.withLock { change(&$0) }
  }

  var writeStatus: WriteStatus { .inMemory }

  func flush() async throws(StorageError) { try checkAccess() }

  var worth: StorageClass.Tier { .cache }

  /// Does nothing, because the elements were not read from a file that could have changed since.
  func forget() {}
}

/// The access of one ``StorageDirectory`` to its ``MemoryVolume``.
///
/// The access ends when the directory or its parent directory is closed.
final class MemoryAccess: Sendable {
  let volume: MemoryVolume
  /// The ``MemoryAccess`` object of the parent directory; closing that object also closes this one.
  private let parent: MemoryAccess?
  private let closed = Atomic(false)

  init(_ volume: MemoryVolume, below parent: MemoryAccess? = nil) {
    self.volume = volume
    self.parent = parent
  }

  var isClosed: Bool { closed.load(ordering: .acquiring) || parent?.isClosed == true }

  func close() { closed.store(true, ordering: .releasing) }
}

/// The values of an in-memory directory, by the names of their repositories.
///
/// Like files, the values remain when the directory is closed and reopened.
final class MemoryVolume: Sendable {
  private let cells = Mutex<[String: any AnyMemoryCell]>([:])
  private let subvolumes = Mutex<[String: MemoryVolume]>([:])

  /// Returns the cell of this name.
  ///
  /// If there is no such cell, or a cell for another type, the method creates an empty cell.
  func cell<Element: Identifiable & Sendable>(_ name: String) -> MemoryCell<Element> {
    cells.withLock { cells in
      if let cell = cells[name] as? MemoryCell<Element> { return cell }
      let cell = MemoryCell<Element>([])
      cells[name] = cell
      return cell
    }
  }

  /// Whether this in-memory directory and its subdirectories contain no value.
  var isEmpty: Bool {
    cells.withLock { $0.values.allSatisfy(\.isEmpty) }
      && subvolumes.withLock { $0.values.allSatisfy(\.isEmpty) }
  }

  /// Returns the subvolume of this name; creates an empty one if there is none.
  func subvolume(_ name: String) -> MemoryVolume {
    subvolumes.withLock { subvolumes in
      let volume = subvolumes[name] ?? MemoryVolume()
      subvolumes[name] = volume
      return volume
    }
  }

  /// Renames the subvolume `name` to `newName`, unless both subvolumes contain values.
  ///
  /// A subvolume contains the values of a subdirectory. If `name` is empty, it is not renamed; if
  /// `newName` is empty, it is replaced.
  ///
  /// - Returns: `false` if both subvolumes contain values, and so nothing was changed; otherwise `true`.
  func moveSubvolume(_ name: String, to newName: String) -> Bool {
    subvolumes.withLock { subvolumes in
      guard let moved = subvolumes[name], !moved.isEmpty else { return true }
      guard subvolumes[newName]?.isEmpty != false else { return false }
      subvolumes[newName] = moved
      subvolumes[name] = nil
      return true
    }
  }

  /// Removes all values of the directory and of its subdirectories.
  func removeAll() {
    cells.withLock { $0 = [:] }
    subvolumes.withLock { for volume in $0.values { volume.removeAll() } }
  }
}

/// A ``MemoryCell``, regardless of the type of its elements.
protocol AnyMemoryCell: Sendable {
  /// Whether there is no element.
  var isEmpty: Bool { get }
}

/// A cell for the elements of one repository in memory.
final class MemoryCell<Element: Identifiable & Sendable>: AnyMemoryCell
where Element.ID: Sendable {
  let memory: Mutex<IdentifiedArray<Element>>

  init(_ elements: [Element]) { memory = Mutex(IdentifiedArray(elements)) }

  var isEmpty: Bool { memory.withLock(\.isEmpty) }
}
