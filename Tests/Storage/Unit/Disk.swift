import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

/// The directory of a test's repositories, accessed from outside.
///
/// The tests spell out the names of files, because the files of earlier releases are found by them.
struct Disk {
  /// The directory, which does not exist until a write or a test creates it.
  let url: URL
  private let launches = Launches()

  init(_ name: String = "storage") {
    url = TemporaryDirectory.url.appending(path: name, directoryHint: .notDirectory)
  }

  /// Returns a copy of the directory, as a crash at this moment would leave it.
  func crashed() throws -> Disk {
    let copy = Disk(UUID().uuidString)
    try FileManager.default.copyItem(at: url, to: copy.url)
    return copy
  }

  /// Starts the app again; the previous launch can no longer access the directory.
  func launch() -> StorageDirectory { launches.next(in: url) }

  /// Returns a new repository with the file `value.v1.store`.
  func repository(
    _ location: StorageLocation = .file("value"), _ dataClass: StorageClass = .critical
  ) -> SingleRepository<String> {
    launch().text(location, dataClass)
  }

  func at(_ name: String) -> URL {
    url.appending(path: name, directoryHint: .notDirectory)
  }

  func make() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func put(_ bytes: Data, at name: String = "value.v1.store") throws {
    let file = at(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  func bytes(at name: String = "value.v1.store") throws -> Data {
    try Data(contentsOf: at(name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: at(name))
  }

  /// Returns the names in the directory or in a subdirectory, sorted.
  func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: at(folder).path).sorted()
  }

  /// Creates a full directory by the name of a file, so that the file cannot be replaced.
  func obstruct(_ name: String = ".value.v1.store.tmp") throws {
    try put(Data(), at: "\(name)/in the way")
  }

  /// Runs `body` while nothing in the directory can be opened.
  func blocked(_ body: () async throws -> Void) async throws {
    try block()
    try await body()
    try unblock()
  }

  /// Replaces the directory by a file, so that nothing in it can be opened.
  ///
  /// Permissions would not be enough, because a superuser ignores them.
  func block() throws {
    try FileManager.default.moveItem(at: url, to: TemporaryDirectory.url.appending(path: "aside"))
    try Data("in the way".utf8).write(to: url)
  }

  func unblock() throws {
    try FileManager.default.removeItem(at: url)
    try FileManager.default.moveItem(at: TemporaryDirectory.url.appending(path: "aside"), to: url)
  }

  /// Expects that each write of a repository fails, and that no file changes.
  func expectNoWrite(
    at location: StorageLocation, _ isExpected: (StorageError) -> Bool
  ) async throws {
    let before = try Entry.all()
    let repository = repository(location)
    let writes: [() async throws -> Void] = [
      { try await repository.save("new") }, { try await repository.remove() },
      { try await repository.update { _ in _ = Issue.record("there is no value to change") } },
    ]
    for write in writes {
      let error = await #expect(throws: StorageError.self) { try await write() }
      let isRight = error.map(isExpected) ?? false
      #expect(isRight)
    }
    try await repository.flush()

    #expect(try Entry.all() == before)
  }
}

extension Disk {
  func one<Value>(
    _ schema: StoredSchema<Value>, _ location: StorageLocation = .file("value"),
    _ dataClass: StorageClass = .critical
  ) -> SingleRepository<Value> {
    SingleRepository(location, class: dataClass, schema: schema, in: launch())
  }

  func many<Element: Identifiable>(
    _ schema: StoredSchema<Element>, _ location: StorageLocation = .file("value"),
    _ dataClass: StorageClass = .critical
  ) -> CollectionRepository<Element> where Element.ID: Codable & Sendable {
    CollectionRepository(location, class: dataClass, schema: schema, in: launch())
  }
}

extension StorageDirectory {
  func notes(
    _ location: StorageLocation = .file("value"), _ dataClass: StorageClass = .critical
  ) -> CollectionRepository<Note> {
    CollectionRepository(location, class: dataClass, schema: StoredSchema(Note.self), in: self)
  }
}

extension StorageLocation {
  /// The two locations with a file, for tests of their common behavior.
  static let inFiles: [StorageLocation] = [.file("value"), .memoryBackedByFile("value")]
}

/// The reports of several threads, in the order of its arrival.
final class Collected<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }
  func add(_ value: Value) { values.withLock { $0.append(value) } }
}

/// Returns a file as a release of that version writes it, with any bytes as the value.
func storedFile(version: Int, name: String = "value", payload: Data) -> Data {
  var header = LogHeader(version: version, name: name)
  header.sequence = 1
  header.snapshotCount = 1
  let change = LogChange.saved(id: [0xA0], StoredBytes(bytes: Array(payload), version: version))
  header.snapshotBytes = change.recordSize
  var bytes = header.bytes
  var head = change.head(1)
  head.updateLength = head.recordSize
  head.append(id: change.id, change.value, to: &bytes)
  return Data(bytes)
}

/// Returns the hexadecimal digits of the bytes in groups of four, for a person to compare.
func hex(_ bytes: Data) -> String {
  bytes.enumerated().map { index, byte in
    (index > 0 && index % 4 == 0 ? " " : "") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}

/// An entry of the file system, so that a test can verify that nothing has changed.
struct Entry: Equatable {
  let number: UInt64
  let mode: UInt32
  let size: Int
  /// The content of a regular file of less than 1 MB, else `nil`.
  let bytes: Data?

  /// Reads the entry at `path` itself; does not follow a symbolic link.
  init(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    number = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
    size = Int(status.st_size)
    let isSmallFile = status.st_mode & S_IFMT == S_IFREG && status.st_size < 1 << 20
    bytes = isSmallFile ? try Data(contentsOf: URL(filePath: path)) : nil
  }

  var permissions: UInt32 { mode & 0o777 }

  /// Returns all entries in the test's temporary directory, by relative path.
  static func all() throws -> [String: Entry] {
    let root = TemporaryDirectory.url.path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    return Dictionary(
      uniqueKeysWithValues: try paths.map { ($0, try Entry("\(root)/\($0)")) })
  }
}
