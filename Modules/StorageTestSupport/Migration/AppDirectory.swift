import Foundation
import Storage

/// The directory of one installed app, accessed from outside the app.
struct AppDirectory: Sendable {
  /// The bytes of all files, by path relative to the directory.
  typealias Content = [String: Data]

  let url: URL
  var storage: StorageDirectory { StorageDirectory(url) }

  /// Runs `body` with a new directory, and removes the directory afterwards.
  static func temporary<Result>(
    _ body: (AppDirectory) async throws -> Result
  ) async throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let result: Result
    do {
      result = try await body(AppDirectory(url: url))
    } catch {
      try FileManager.default.removeItem(at: url)
      throw error
    }
    try FileManager.default.removeItem(at: url)
    return result
  }

  func content() throws -> Content {
    var content = Content()
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let file = url.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      content[path] = try Data(contentsOf: file)
    }
    return content
  }

  func put(_ content: Content) throws {
    for (path, bytes) in content {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: file)
    }
  }
}

/// Functions that recognize a repository's files by their names.
enum StoredFile {
  /// Returns the paths and versions of the repository's files, oldest version first.
  static func all(
    of name: String, in content: AppDirectory.Content
  ) -> [(path: String, version: Int)] {
    content.keys.compactMap { path in
      let file = path.split(separator: "/").last ?? ""
      guard file.hasPrefix("\(name).v"), file.hasSuffix(".store"),
        let version = Int(file.dropFirst(name.count + 2).dropLast(".store".count))
      else { return nil }
      return (path, version)
    }.sorted { $0.version < $1.version }
  }
}
