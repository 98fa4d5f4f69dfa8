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

  /// Writes one part as the database leaves it.
  func putPart(_ part: String) throws {
    guard part == "default.db.management" else { return try put(part) }
    try put("\(part)/access_control.mx", count: 3_000)
    try #require(mkfifo(at("\(part)/access_control.new_commit.cv").path, 0o600) == 0)
  }

  func putAllParts() throws {
    for part in Self.parts { try putPart(part) }
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
