import Foundation
import StorageTestSupport

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
