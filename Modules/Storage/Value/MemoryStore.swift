import Synchronization

/// A store of elements in memory, without a file.
final class MemoryStore<Element: Identifiable & Sendable>: CollectionStore
where Element.ID: Sendable {
  private let name: String
  private unowned let directory: StorageDirectory
  private let volume: MemoryVolume

  /// Creates the store for the elements of this name in an in-memory directory.
  init(_ name: String, in directory: StorageDirectory, _ volume: MemoryVolume) {
    (self.name, self.directory, self.volume) = (name, directory, volume)
  }

  /// Calls `body` with the elements; throws if the directory has been closed.
  private func withElements<Result>(
    _ body: (inout IdentifiedArray<Element>) -> Result
  ) throws(StorageError) -> Result {
    // A name that files could not have is refused here, too.
    _ = try FileName(name, version: 1, of: directory.owner)
    if directory.lock.isClosed { throw .closed(name) }
    return try volume.withElements(name, in: directory, body)
  }

  func elements() async throws(StorageError) -> IdentifiedArray<Element> {
    try withElements { $0 }
  }

  func element(_ id: Element.ID) async throws(StorageError) -> Element? {
    try withElements { $0[id: id] }
  }

  func unreadable() async throws(StorageError) -> [Element.ID] { [] }

  func createFile() async throws(StorageError) -> Bool { false }

  func update<Result: Sendable>(
    _ ids: [Element.ID]?, _ change: @Sendable (inout IdentifiedArray<Element>) -> Result
  ) async throws(StorageError) -> Result {
    try withElements(change)
  }

  var writeStatus: WriteStatus { .inMemory }
  var worth: StorageClass.Tier { .cache }

  func flush() async throws(StorageError) { try withElements { _ in } }

  func isDeclared(as other: MemoryStore) -> Bool { true }
}

/// The elements of an in-memory directory and of its subdirectories, by the paths of their files.
///
/// Like files, they remain when the directory is closed and reopened. A path has elements, or is absent.
final class MemoryVolume: Sendable {
  private let values: Mutex<[String: (elements: any Sendable, owner: String?)]>

  init(_ all: [String: any Sendable] = [:]) { values = Mutex(all.mapValues { ($0, nil) }) }

  /// Calls `body` with the elements of a name; with none if there are elements of another type.
  func withElements<Element: Identifiable & Sendable, Result>(
    _ name: String, in directory: StorageDirectory,
    _ body: (inout IdentifiedArray<Element>) -> Result
  ) throws(StorageError) -> Result where Element.ID: Sendable {
    try values.withLock { values throws(StorageError) in
      let (path, owner) = ("\(directory.path)/\(name)", directory.owner)
      if let other = values[path]?.owner, other != owner {
        throw .anotherOwner(file: name, owner: other)
      }
      var elements = values[path]?.elements as? IdentifiedArray<Element> ?? IdentifiedArray()
      values[path] = nil
      defer { if !elements.isEmpty { values[path] = (elements, owner) } }
      return body(&elements)
    }
  }

  /// Returns whether neither a directory nor one below it has elements.
  func isEmpty(below path: String) -> Bool {
    values.withLock { values in !values.keys.contains { $0.hasPrefix("\(path)/") } }
  }

  /// Removes all elements of a directory and of its subdirectories.
  func removeAll(below path: String) {
    values.withLock { $0 = $0.filter { !$0.key.hasPrefix("\(path)/") } }
  }

  /// Renames a directory without elements at the new path; returns `false` if both have elements.
  func move(_ path: String, to newPath: String) -> Bool {
    values.withLock { values in
      let moved = values.keys.filter { $0.hasPrefix("\(path)/") }
      let isFree = !values.keys.contains { $0.hasPrefix("\(newPath)/") }
      guard isFree || moved.isEmpty else { return false }
      for key in moved {
        values[newPath + key.dropFirst(path.count)] = values.removeValue(forKey: key)
      }
      return true
    }
  }
}
