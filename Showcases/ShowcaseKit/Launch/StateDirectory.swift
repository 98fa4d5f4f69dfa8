import Foundation

/// The folder that a run keeps its state in.
struct StateDirectory: Sendable {
  let url: URL
  private let isTemporary: Bool

  /// The folder that was asked for, else the showcase's own, which the next run finds again.
  ///
  /// It is the feature's part to make it, and to say what is wrong with it.
  static func kept(_ given: URL?, for showcase: String) throws -> URL {
    if let given { return given }
    return try FileManager.default
      .url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: false
      )
      .appending(path: "FoodOrderingShowcases/\(showcase)", directoryHint: .isDirectory)
  }

  /// Creates an empty folder for a scenario: a new one in the folder that was asked for, where it stays,
  /// else one that is removed after the run.
  ///
  /// A scenario damages and removes files, so it is never played over what is there already.
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
        // Fails if the folder exists, whoever creates it at the same moment.
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        return url
      } catch CocoaError.fileWriteFileExists {
        number += 1
        url = folder.appending(path: "\(name)-\(number)", directoryHint: .isDirectory)
      }
    }
  }

  /// Removes the folder if it goes with the run; removing it twice is no error.
  func remove() throws {
    guard isTemporary else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch CocoaError.fileNoSuchFile {
      // A termination signal got here first.
    }
  }
}

/// The folder that was asked for cannot hold a scenario's state.
struct StateDirectoryError: Error, CustomStringConvertible {
  let folder: String
  let reason: String

  var description: String { "cannot create a folder in \(folder), name another one: \(reason)" }
}
