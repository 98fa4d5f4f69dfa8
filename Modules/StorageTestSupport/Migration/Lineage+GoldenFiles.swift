import Foundation
import Storage

extension Lineage {
  func checkGoldenFiles(_ found: inout MigrationProblems) async throws {
    for (index, shipped) in releases.enumerated() {
      let file = golden(shipped.version)
      guard FileManager.default.fileExists(atPath: file.path) else {
        try FileManager.default.createDirectory(
          at: history.goldenFiles, withIntermediateDirectories: true)
        try shipped.firstFile.write(to: file)
        found.add(
          MigrationProblem(
            shipped.label, "the golden file was missing; \(file.path) has been written",
            "Commit it, and run the test again"))
        continue
      }
      let bytes = try Data(contentsOf: file)
      let own = try await read(bytes, of: shipped, by: shipped)
      if let problem = own.first {
        found.add(MigrationProblem(problem.path, problem.finding, edited))
        continue
      }
      if bytes != shipped.firstFile {
        found.add(
          MigrationProblem(
            shipped.label, "the file of its first sample is not \(file.lastPathComponent)", edited))
      }
      for later in releases[(index + 1)...] {
        for problem in try await read(bytes, of: shipped, by: later) { found.add(problem) }
      }
    }
    try checkForgottenReleases(&found)
  }

  private var edited: String {
    "Do not edit a shipped type or its sample: restore it, and make the change in a new "
      + "step. If it has not shipped yet, remove its golden file and run the test again"
  }

  private func read(
    _ bytes: Data, of shipped: Shipped, by reader: Shipped
  ) async throws -> [MigrationProblem] {
    try await AppDirectory.temporary { app in
      try app.put([shipped.path: bytes])
      var journey = Journey(self, .file(history.name), app)
      journey.began(with: shipped)
      try await journey.visit(reader, writes: false)
      return journey.problems
    }
  }

  /// Reports golden files without a release in the history, because such a release has shipped.
  private func checkForgottenReleases(_ found: inout MigrationProblems) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: history.goldenFiles.path)
    let content = Dictionary(uniqueKeysWithValues: names.map { ($0, Data()) })
    for (name, version) in StoredFile.all(of: history.name, in: content)
    where !releases.contains(where: { $0.version == version }) {
      found.add(
        MigrationProblem(
          "v\(version)", "the golden file \(name) has no release in the history",
          "Restore the release: some devices have its files"))
    }
  }

  private func golden(_ version: Int) -> URL {
    history.goldenFiles.appending(path: "\(history.name).v\(version).store")
  }
}
