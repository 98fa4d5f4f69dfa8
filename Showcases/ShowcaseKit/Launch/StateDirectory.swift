import Foundation

/// The directory for the stored data of a scenario.
struct StateDirectory: Sendable {
  let url: URL
  private let isTemporary: Bool

  /// Creates an empty directory for a scenario.
  ///
  /// If `given` is not `nil`, the new directory is created inside it and remains after the run.
  /// Otherwise the new directory is temporary and is removed after the run. A scenario damages and
  /// removes files, so it never runs in an existing directory.
  static func fresh(for scenario: String, in given: URL?) throws -> StateDirectory {
    if let given { return StateDirectory(url: try new(scenario, in: given), isTemporary: false) }
    let url = FileManager.default.temporaryDirectory
      .appending(path: "Showcase-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return StateDirectory(url: url, isTemporary: true)
  }

  private static func new(_ name: String, in folder: URL) throws -> URL {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StateFolderError(folder.path, "cannot be used (\(error.localizedDescription))")
    }
    var (url, number) = (folder.appending(path: name, directoryHint: .isDirectory), 1)
    while true {
      do {
        // Fails if the directory exists, even if another process creates it at the same time.
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        return url
      } catch CocoaError.fileWriteFileExists {
        number += 1
        url = folder.appending(path: "\(name)-\(number)", directoryHint: .isDirectory)
      }
    }
  }

  /// Removes the directory if it is temporary; a second call has no effect.
  func remove() throws {
    guard isTemporary else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch CocoaError.fileNoSuchFile {
      // The handler of a termination signal has already removed the directory.
    }
  }
}
