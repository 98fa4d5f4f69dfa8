#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  struct StorageShowcaseTests {
    private let folder = StateFolder()

    @Test func `All scenarios are played if none is given, in a terminal or not`() async throws {
      let run = try await ShowcaseProcess.run("StorageShowcase")
      let terminal = try ShowcaseTerminal("StorageShowcase", columns: 160, rows: 200)
      #expect(try await terminal.waitForExit() == 0)

      #expect(run.status == 0 && run.errors == "")
      for name in ["rename-twice", "roll-back-and-return", "damage"] {
        let recorded = try String(
          contentsOf: TranscriptFileTests.folder.appending(path: "StorageShowcase/\(name).txt"),
          encoding: .utf8)
        #expect(run.output.contains("\(name): "))
        #expect(run.output.contains(recorded))
        #expect(recorded.split(separator: "\n").allSatisfy { terminal.screen.contains(String($0)) })
      }
    }

    @Test func `An unusable state directory is reported, and the status is 1`() async throws {
      try Data("mine".utf8).write(to: folder.url)

      let run = try await ShowcaseProcess.run("StorageShowcase", ["--state", folder.path])

      #expect(run.status == 1)
      #expect(run.errors.contains("\(folder.path) cannot be used"))
      #expect(try Data(contentsOf: folder.url) == Data("mine".utf8))
    }

    @Test
    func `An option of other showcases is reported with a hint to the help, and the status is 64`()
      async throws
    {
      let run = try await ShowcaseProcess.run("StorageShowcase", ["--city", "1"])

      #expect(run.status == 64 && run.output == "")
      #expect(run.errors.hasPrefix("StorageShowcase: unknown option --city\n"))
      #expect(run.errors.contains("Run 'StorageShowcase --help'"))
    }
  }
#endif
