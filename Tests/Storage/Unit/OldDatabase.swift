import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// The files of an abandoned database, in a subdirectory of the test's directory.
struct OldDatabase {
  /// All names, spelled out because former releases wrote files with these names.
  static let parts = [
    "default.db", "default.db.lock", "default.db.note", "default.db.management", "default.db.log_a",
    "default.db.log_b",
  ]
  static let files = parts.filter { $0 != "default.db.management" }

  private let disk = Disk("old")
  var folder: URL { disk.url }
  var abandoned: LegacyDatabase { LegacyDatabase(mainFile: at("default.db")) }

  func at(_ path: String) -> URL { disk.at(path) }

  /// Writes a file that occupies disk space, and creates its parent directories.
  func put(_ path: String, count: Int = 10_000) throws {
    try disk.put(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0) }), at: path)
  }

  func putFolder(_ path: String) throws {
    try FileManager.default.createDirectory(at: at(path), withIntermediateDirectories: true)
  }

  func putLink(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: at(path).path, withDestinationPath: destination)
  }

  /// Writes all parts as the database leaves them.
  func putAllParts() throws {
    for file in Self.files { try put(file) }
    try put("default.db.management/access_control.mx", count: 3_000)
    let pipe = at("default.db.management/access_control.new_commit.cv").path
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  /// Returns the disk space that these files occupy, in bytes.
  func occupied(_ paths: [String]) throws -> Int {
    try paths.reduce(0) { sum, path in
      var status = stat()
      try #require(lstat(at(path).path, &status) == 0)
      return sum + Int(status.st_blocks) * 512
    }
  }

  /// Returns the relative paths of all entries in the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }
}
