public import Foundation
import Storage
import Sync
import Testing

/// The storage of a simulated source's snapshots across processes.
public enum SourceDisk: Sendable {
  /// Memory that survives a crash; writes are fast and atomic.
  case memory
  /// Real files in this directory.
  case files(URL)

  /// Returns the store for a new process, given the store of the previous one.
  func store(
    after last: CollectionRepository<SourceSnapshot<Int, Shelf>>?, process: Int, isDamaged: Bool
  ) throws -> CollectionRepository<SourceSnapshot<Int, Shelf>> {
    switch self {
    case .memory:
      guard let last, !isDamaged else { return CollectionRepository() }
      return CollectionRepository(inMemory: try atOnce { Array(try await last.elements()) })
    case .files(let directory):
      // The previous process may still hold its directory, so the new one gets a copy.
      let own = directory.appending(component: "\(process)")
      let earlier = directory.appending(component: "\(process - 1)")
      if FileManager.default.fileExists(atPath: earlier.path) {
        try FileManager.default.copyItem(at: earlier, to: own)
        if isDamaged { try damage(own) }
      }
      return self.store(in: own)
    }
  }

  /// Returns the version of a scope that the next process would load.
  func version(
    of scope: Int, in store: CollectionRepository<SourceSnapshot<Int, Shelf>>, process: Int
  ) throws -> Int? {
    guard case .files(let directory) = self else {
      return try atOnce { try await store.element(scope)?.version }
    }
    let copy = directory.appending(component: "looked at")
    try FileManager.default.copyItem(
      at: directory.appending(component: "\(process)"), to: copy)
    defer { do { try FileManager.default.removeItem(at: copy) } catch {} }
    let found = self.store(in: copy)
    return try atOnce { try await found.element(scope)?.version }
  }

  private func store(in directory: URL) -> CollectionRepository<SourceSnapshot<Int, Shelf>> {
    CollectionRepository(
      .memoryBackedByFile("shelves"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
      in: StorageDirectory(directory))
  }

  private func damage(_ directory: URL) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
      let file = directory.appending(path: name)
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
      guard !isDirectory.boolValue else { continue }
      var bytes = try Data(contentsOf: file)
      guard bytes.count > 8 else { continue }
      bytes[4..<(bytes.count / 2)].resetBytes(in: 4..<(bytes.count / 2))
      try bytes.write(to: file)
    }
  }
}
