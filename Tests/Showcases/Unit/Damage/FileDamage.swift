import Foundation

/// A kind of damage to a stored file.
enum FileDamage: String, CaseIterable, Sendable {
  case flippedByte, truncated, empty, garbage, directoryInPlace, unreadable

  /// Whether the damaged file has bytes that a repository can set aside.
  var isReadable: Bool {
    switch self {
    case .flippedByte, .truncated, .empty, .garbage: true
    case .directoryInPlace, .unreadable: false
    }
  }

  func apply(to file: URL) throws {
    var bytes = try Data(contentsOf: file)
    switch self {
    case .flippedByte:
      bytes[bytes.startIndex + bytes.count / 2] ^= 1
      try bytes.write(to: file)
    case .truncated: try bytes.dropLast(5).write(to: file)
    case .empty: try Data().write(to: file)
    case .garbage: try Data(repeating: 0x5A, count: 300).write(to: file)
    case .directoryInPlace:
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    case .unreadable:
      // A link to itself cannot be opened, not even by root.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: file.lastPathComponent)
    }
  }
}
