import Foundation

/// A folder for one test's state, gone with the test.
final class StateFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "ShowcaseTests-\(UUID().uuidString)", directoryHint: .isDirectory)

  var path: String { url.path }

  /// The names of the files that a showcase has left.
  var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".store") }
    }
  }

  deinit {
    // Absent when the showcase never wrote; a leftover in the temporary directory harms nobody.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }
}
