import Foundation

/// A directory for one test's state, removed when the value is released.
final class StateFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "ShowcaseTests-\(UUID().uuidString)", directoryHint: .isDirectory)

  var path: String { url.path }

  /// The relative paths of the files that a showcase has stored.
  var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".store") }
    }
  }

  deinit {
    // The directory does not exist if the showcase never wrote; a leftover is harmless.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }
}
