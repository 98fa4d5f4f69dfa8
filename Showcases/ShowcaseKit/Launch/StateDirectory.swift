import Foundation

/// The folder that a run keeps its state in: the one given, or a fresh one that goes with the run.
struct StateDirectory: Sendable {
  let url: URL
  private let isTemporary: Bool

  init(keeping given: URL?) throws {
    isTemporary = given == nil
    url =
      given
      ?? FileManager.default.temporaryDirectory
      .appending(path: "Showcase-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Removes the folder unless it was given; removing it twice is no error.
  func remove() throws {
    guard isTemporary else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch CocoaError.fileNoSuchFile {
      // A termination signal got here first.
    }
  }
}
