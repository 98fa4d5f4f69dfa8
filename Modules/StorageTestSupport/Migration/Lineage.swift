import Foundation
import Storage

/// A history whose releases are identified by the versions of their files.
struct Lineage: Sendable {
  let history: ReleaseHistory
  private(set) var releases: [Shipped] = []

  struct Shipped: Sendable {
    let release: Release
    let version: Int
    /// The names of the facts that the release knows.
    let known: Set<String>
    /// The path of the file after the first write, relative to the directory, and its content.
    let path: String
    let firstFile: Data

    var label: String { "v\(version)" }
  }

  /// Runs the first write of each release, to determine its version and its file.
  init(_ history: ReleaseHistory) async throws {
    self.history = history
    for (index, release) in history.releases.enumerated() {
      try await add(release, called: "release \(index + 1)")
    }
    if releases.isEmpty {
      throw MigrationProblem(
        "\(history.name)", "contains no release", "Add every release that has shipped")
    }
  }

  private mutating func add(_ release: Release, called label: String) async throws {
    let first = Write(number: 1)
    let content = try await AppDirectory.temporary { app in
      do throws(StorageError) {
        try await release.write(.file(history.name), app.storage, first)
      } catch {
        throw MigrationProblem(
          label, "cannot store its sample: \(error)", "Use a sample that it can store")
      }
      return try app.content()
    }
    guard let file = StoredFile.all(of: history.name, in: content).last,
      let bytes = content[file.path]
    else {
      throw MigrationProblem(label, "has stored nothing", "Use a sample that it can store")
    }
    if let last = releases.last?.version, last >= file.version {
      throw MigrationProblem(
        label, "has version \(file.version) and comes after v\(last)",
        "List the releases in the order of their versions, one for each that has shipped")
    }
    releases.append(
      Shipped(
        release: release, version: file.version,
        known: Set(release.stored(first).values.flatMap(\.keys)), path: file.path,
        firstFile: bytes))
  }
}
