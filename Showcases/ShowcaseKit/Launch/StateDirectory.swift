import Foundation

/// The directory that holds the state of a run.
struct StateDirectory: Sendable {
  let url: URL
  private let isTemporary: Bool

  /// Returns the given directory, else the showcase's own, which the next run uses too.
  ///
  /// Does not create the directory. The feature creates it, and reports why it cannot.
  static func persistent(_ given: URL?, for showcase: String) throws -> URL {
    if let given { return given }
    return try FileManager.default
      .url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: false
      )
      .appending(path: "FoodOrderingShowcases/\(showcase)", directoryHint: .isDirectory)
  }

  /// Creates an empty directory for a scenario.
  ///
  /// It is created in the given directory, where it remains, else as a temporary directory that is
  /// removed after the run. A scenario damages and removes files, so it never runs in an existing
  /// directory.
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
      throw StateDirectoryError(folder: folder.path, reason: "\(error)")
    }
    var (url, number) = (folder.appending(path: name, directoryHint: .isDirectory), 1)
    while true {
      do {
        // Fails if the directory exists, even if another process creates it at the same moment.
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
      // A termination signal has already removed it.
    }
  }
}

/// The error that the given directory cannot hold a scenario's state.
struct StateDirectoryError: Error, CustomStringConvertible {
  let folder: String
  let reason: String

  var description: String {
    "cannot create a directory in \(folder): use another one with --state (\(reason))"
  }
}
