import Foundation
import Storage

/// A history whose releases are known by the versions of their files, as an installed app is.
struct Lineage: Sendable {
  let history: ReleaseHistory
  private(set) var releases: [Shipped] = []

  struct Shipped: Sendable {
    let release: Release
    let version: Int
    /// The facts that the release knows.
    let known: Set<String>
    /// The file, and its place below the directory, as the first write leaves it.
    let path: String
    let firstFile: Data

    var label: String { "v\(version)" }
  }

  /// Lets each release make its first write.
  init(_ history: ReleaseHistory) async throws {
    self.history = history
    for (index, release) in history.releases.enumerated() {
      let content = try await AppDirectory.temporary { app in
        do throws(StorageError) {
          try await release.write(.file(history.name), app.storage, Write(number: 1))
        } catch {
          throw MigrationProblem(
            "release \(index + 1)", "cannot store its sample: \(error)",
            "A sample has to be a value that the release can store")
        }
        return try app.content()
      }
      guard let file = StoredFile.all(of: history.name, in: content).last,
        let bytes = content[file.path]
      else { continue }
      if let last = releases.last?.version, last >= file.version {
        throw MigrationProblem(
          "release \(index + 1)", "has version \(file.version) after v\(last)",
          "Releases stand in the order of their versions, one for each schema that has shipped")
      }
      let known = release.stored(Write(number: 1)).values.flatMap(\.keys)
      releases.append(
        Shipped(
          release: release, version: file.version, known: Set(known), path: file.path,
          firstFile: bytes))
    }
  }
}

extension Lineage {
  /// That there is something to lose, and that a loss would show.
  func checkSamples(_ found: inout MigrationProblems) {
    for (index, shipped) in releases.enumerated() {
      if shipped.known.isEmpty {
        found.add(
          MigrationProblem(
            shipped.label, "knows no fact", "Say in `facts` what the user would miss"))
      }
      let first = shipped.release.stored(Write(number: 1))
      for number in 2...3 {
        for (element, facts) in shipped.release.stored(Write(number: number)) {
          for name in shipped.known.sorted() where facts[name] == first[element]?[name] {
            guard first[element] != nil else { continue }
            found.add(
              MigrationProblem(
                shipped.label, "“\(name)” is “\(facts[name] ?? "")” in writes 1 and \(number)",
                "Let the sample depend on the number of the write",
                .init(kind: "sample \(shipped.label) \(name)", steps: [])))
          }
        }
      }
      guard index > 0 else { continue }
      let before = releases[index - 1]
      for name in before.known.subtracting(shipped.known).sorted()
      where !shipped.release.dropping.contains(name) {
        found.add(
          MigrationProblem(
            "\(before.label) → \(shipped.label)", "\(shipped.label) does not know “\(name)”",
            "Add it to its `facts`, or to `dropping` if it is given up on purpose"))
      }
    }
  }
}
