#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Tests of every scenario of every showcase against its recorded transcript.
  ///
  /// `UPDATE_TRANSCRIPTS=1 swift test --filter TranscriptFileTests` records the transcripts again;
  /// review the diff.
  struct TranscriptFileTests {
    struct Recording: Sendable, CustomTestStringConvertible {
      let showcase, scenario: String

      var testDescription: String { "\(showcase) \(scenario)" }
      var file: URL { folder.appending(path: "\(showcase)/\(scenario).txt") }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts")

    static let showcases = recorded(in: folder).sorted()

    static let recordings = showcases.flatMap { showcase in
      recorded(of: showcase).map { Recording(showcase: showcase, scenario: $0) }
    }

    /// Returns the scenarios of a showcase that have a transcript.
    private static func recorded(of showcase: String) -> [String] {
      recorded(in: folder.appending(path: showcase)).map { $0.replacing(".txt", with: "") }.sorted()
    }

    private static func recorded(in folder: URL) -> [String] {
      // If the directory is missing, the test has no arguments, and the run shows this.
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    @Test(arguments: recordings)
    func `A scenario prints its recorded transcript and preserves the files in its state directory`(
      _ recording: Recording
    ) async throws {
      let state = StateFolder()
      let mine = try state.addFilesOfUser(recording.scenario)
      let run = try await ShowcaseProcess.run(
        recording.showcase, ["--scenario", recording.scenario, "--state", state.path])

      for file in mine { #expect(try Data(contentsOf: file) == Data("mine".utf8), "\(file.path)") }
      let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
      #expect(
        Set(names)
          == StateFolder.namesOfUser.union([recording.scenario, "\(recording.scenario)-2"]))
      #expect(run.errors == "")
      #expect(run.status == 0)
      if ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1" {
        try FileManager.default.createDirectory(
          at: recording.file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(run.output.utf8).write(to: recording.file)
      }
      let recorded = String(decoding: try Data(contentsOf: recording.file), as: UTF8.self)
      // The lines, because a failed comparison of collections shows the elements that differ.
      #expect(
        run.output.components(separatedBy: "\n") == recorded.components(separatedBy: "\n"))
    }

    @Test(arguments: showcases)
    func `A showcase offers exactly the scenarios that are recorded`(_ showcase: String)
      async throws
    {
      let help = try await ShowcaseProcess.run(showcase, ["--help"])

      let offered = help.output.components(separatedBy: "Scenarios:\n").last?
        .split(separator: "\n").filter { !$0.hasPrefix("   ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(offered?.sorted() == Self.recorded(of: showcase))
      #expect(offered?.isEmpty == false)
    }

    @Test func `A scenario without a state folder leaves nothing behind`() async throws {
      let temporary = StateFolder()
      try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
      let run = try await ShowcaseProcess.run(
        "CartShowcase", ["--scenario", "full-disk"], environment: ["TMPDIR": temporary.path])

      #expect(run.status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    }

    @Test func `Every showcase has recorded scenarios`() throws {
      let sources = URL(filePath: #filePath).appending(path: "../../../../Showcases").standardized
      let showcases = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        .filter { $0.hasSuffix("Showcase") }
      #expect(Self.showcases == showcases.sorted())
    }

    @Test
    func `The first scenario is played without a terminal and a given scenario`() async throws {
      let run = try await ShowcaseProcess.run("CitiesShowcase")

      #expect(run.status == 0)
      #expect(run.output.hasPrefix("[  0.000 s] The app starts in English\n"))
    }
  }

  extension StateFolder {
    /// Names that showcases use in a state directory, and one that none of them uses.
    fileprivate static let namesOfUser: Set = [
      "addresses", "caches", "cart", "damage", "default.db", "default.db.lock",
      "default.db.management",
      "mine", "reviews", "server.json",
    ]

    /// Creates files of the user under the names that showcases use, and returns them.
    fileprivate func addFilesOfUser(_ scenario: String) throws -> [URL] {
      try Self.namesOfUser.union([scenario]).map { name in
        let isFile = name.hasPrefix("default.db") || name.hasSuffix(".json")
        let file = url.appending(path: isFile ? name : "\(name)/mine.txt")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: file)
        return file
      }
    }
  }
#endif
