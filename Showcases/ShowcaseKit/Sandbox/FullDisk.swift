import Foundation

/// Takes the room away from a folder and gives it back: a file stands in its place meanwhile.
///
/// What is in memory stays, and no write succeeds, as on a disk without space.
struct FullDisk {
  private let folder: URL
  private let aside: URL
  /// Whether nothing can be written now.
  private(set) var isFull = false

  /// Looks after a folder, which has room at first.
  init(_ folder: URL) {
    self.folder = folder
    aside = folder.deletingLastPathComponent()
      .appending(path: folder.lastPathComponent + ".aside", directoryHint: .isDirectory)
  }

  /// Takes the room away.
  mutating func fill() throws {
    guard !isFull else { return }
    // Nothing may have been kept yet.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: folder, to: aside)
    try Data().write(to: URL(filePath: folder.path(), directoryHint: .notDirectory))
    isFull = true
  }

  /// Gives the room back.
  mutating func free() throws {
    guard isFull else { return }
    try FileManager.default.removeItem(
      at: URL(filePath: folder.path(), directoryHint: .notDirectory))
    try FileManager.default.moveItem(at: aside, to: folder)
    isFull = false
  }
}
