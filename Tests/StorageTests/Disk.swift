import Foundation
import StorageTestSupport

@testable import Storage

/// The directory of a test's repositories, seen from outside.
///
/// Names of files are spelled out in the tests: files of earlier releases are found by them.
struct Disk {
  /// Not there until something makes it.
  let url = TemporaryDirectory.url.appending(path: "storage", directoryHint: .notDirectory)

  var directory: StorageDirectory { StorageDirectory(url) }

  /// A new repository over the file `value.store`.
  func repository(_ location: Location = .file("value")) -> SingleRepository<String> {
    SingleRepository(location, schema: Schema(String.self), in: directory)
  }

  func at(_ name: String) -> URL {
    url.appending(path: name, directoryHint: .notDirectory)
  }

  func make() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func put(_ bytes: Data, at name: String = "value.store") throws {
    try make()
    try bytes.write(to: at(name))
  }

  func bytes(at name: String = "value.store") throws -> Data {
    try Data(contentsOf: at(name))
  }

  /// The names in the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
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
