#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Tests of the program that prints stored files, with files that the showcase has written.
  struct StorageInspectorTests {
    private let folder = StateFolder()

    private struct Printed: Decodable {
      let file: String
      let state: String
      let damage: String?
      let schemaVersion: Int?
    }

    /// Returns the objects that a run has printed, in their order.
    private func objects(_ run: ShowcaseProcess) throws -> [Printed] {
      let list = run.output.replacingOccurrences(of: "\n}\n{\n", with: "\n},\n{\n")
      return try JSONDecoder().decode([Printed].self, from: Data("[\(list)]".utf8))
    }

    @Test func `Every file is printed under its given name`() async throws {
      _ = try await ShowcaseProcess.run(
        "StorageShowcase", ["--scenario", "rename-twice", "--state", folder.path])
      let files = try folder.files.sorted().map { "\(folder.path)/\($0)" }
      try #require(files.count == 5)

      let run = try await ShowcaseProcess.run("StorageInspector", files)

      #expect(run.status == 0 && run.errors == "")
      #expect(try objects(run).map(\.file) == files)
      #expect(try objects(run).map(\.schemaVersion) == [1, 3, 2, 3, 3])
      #expect(try objects(run).allSatisfy { $0.state == "intact" })
    }

    @Test func `A damaged or absent file is reported, all others are printed, and the status is 1`()
      async throws
    {
      _ = try await ShowcaseProcess.run(
        "StorageShowcase", ["--scenario", "damage", "--state", folder.path])
      let files = [
        "absent", "damage/value/profile.v3.store.corrupt", "damage",
        "damage/value/profile.v3.store",
      ]
      .map { "\(folder.path)/\($0)" }

      let run = try await ShowcaseProcess.run("StorageInspector", files)

      #expect(run.status == 1)
      #expect(try objects(run).map(\.state) == ["damaged", "intact"])
      #expect(try objects(run).map(\.damage) == ["wrong checksum", nil])
      let sentences = run.errors.split(separator: "\n")
      try #require(sentences.count == 3)
      #expect(sentences[0].hasSuffix("absent\" does not exist; check the path"))
      #expect(sentences[1].contains("is damaged: wrong checksum"))
      #expect(sentences[2].hasSuffix("is not the path of a file; name a file in a folder"))
    }

    @Test
    func `Invalid arguments are reported with the usage, and the status is 64`() async throws {
      for arguments in [[], ["--bogus"], ["-v", "file"], ["file", "--json"]] {
        let run = try await ShowcaseProcess.run("StorageInspector", arguments)
        #expect(run.status == 64 && run.output == "", "\(arguments)")
        #expect(run.errors.contains("Usage: StorageInspector FILE..."))
      }
      let help = try await ShowcaseProcess.run("StorageInspector", ["--help"])
      #expect(help.status == 0 && help.errors == "" && help.output.hasPrefix("Usage: "))
      let dashes = try await ShowcaseProcess.run("StorageInspector", ["--", "--help"])
      #expect(dashes.status == 1 && dashes.errors.contains("\"--help\" does not exist"))
    }
  }
#endif
