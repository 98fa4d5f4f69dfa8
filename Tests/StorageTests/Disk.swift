import Foundation
import StorageTestSupport

@testable import Storage

/// The directory of a test's repositories, seen from outside.
///
/// Names of files are spelled out in the tests: files of earlier releases are found by them.
struct Disk {
  /// Not there until something makes it.
  let url: URL
  private let launches = Launches()

  init(_ name: String = "storage") {
    url = TemporaryDirectory.url.appending(path: name, directoryHint: .notDirectory)
  }

  /// What a crash at this moment would leave for the next launch.
  func crashed() throws -> Disk {
    let copy = Disk(UUID().uuidString)
    try FileManager.default.copyItem(at: url, to: copy.url)
    return copy
  }

  /// Starts the app anew: the launch before has the directory no more.
  func launch() -> StorageDirectory { launches.next(in: url) }

  /// A new repository over the file `value.v1.store`.
  func repository(
    _ location: Location = .file("value"), _ dataClass: DataClass = .critical
  ) -> SingleRepository<String> {
    SingleRepository(location, class: dataClass, schema: Schema(String.self), in: launch())
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

  func bytesIfAny(at name: String) throws -> Data? {
    FileManager.default.fileExists(atPath: at(name).path) ? try bytes(at: name) : nil
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: at(name))
  }

  /// The names in the directory or in a folder of it, sorted.
  func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: at(folder).path).sorted()
  }

  /// Takes the directory away and leaves a file in its place, so that nothing can be opened in it.
  ///
  /// Permissions would not do: they do not hold a superuser back.
  func block() throws {
    try FileManager.default.moveItem(at: url, to: TemporaryDirectory.url.appending(path: "aside"))
    try Data("in the way".utf8).write(to: url)
  }

  func unblock() throws {
    try FileManager.default.removeItem(at: url)
    try FileManager.default.moveItem(at: TemporaryDirectory.url.appending(path: "aside"), to: url)
  }
}

extension Location {
  /// Both locations with a file, for tests of what they have in common.
  static let inFiles: [Location] = [.file("value"), .memoryBackedByFile("value")]
}

/// A file as a release of that version writes it, for bytes that no repository would write.
func storedFile(version: Int, payload: Data) -> Data {
  let record = Record(sequence: 1, copy: .none, time: 0, payload: payload)
  return FileHeader(version: version).bytes + record.encoded().bytes
}

/// Bytes as a person compares them, in groups of four.
func hex(_ bytes: Data) -> String {
  bytes.enumerated().map { index, byte in
    (index > 0 && index % 4 == 0 ? " " : "") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}
