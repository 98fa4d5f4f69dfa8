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

  /// The folder that was asked for, else an empty one that goes with the run.
  static func fresh(_ given: URL?) throws -> StateDirectory {
    if let given { return StateDirectory(url: given, isTemporary: false) }
    let url = FileManager.default.temporaryDirectory
      .appending(path: "Showcase-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return StateDirectory(url: url, isTemporary: true)
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
