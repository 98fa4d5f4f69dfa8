import Foundation
import StorageTestSupport

/// One thing on the disk, so that a test can say "nothing changed".
struct Entry: Equatable {
  let number: UInt64
  let mode: UInt32
  let size: Int
  /// Of files small enough to be looked at.
  let bytes: Data?

  /// Describes what is at `path` itself; a symbolic link is not followed.
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

  /// Everything in the test's temporary directory, by its path there.
  static func all() throws -> [String: Entry] {
    let root = TemporaryDirectory.url.path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    return Dictionary(
      uniqueKeysWithValues: try paths.map { ($0, try Entry("\(root)/\($0)")) })
  }
}
