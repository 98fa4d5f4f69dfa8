#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of `kill -9` during the download of a city.
  ///
  /// The fault sweep of Storage covers kills at each system call.
  struct CityKillTests {
    private let folder = StateFolder()

    @Test
    func `A kill during the first choice leaves no city, and the next choice works`() async throws {
      try await killWhileChoosing("kazan", seeing: "Choose a city")

      let restarted = try ShowcaseTerminal("CitiesShowcase", ["--state", folder.path])
      try await restarted.wait(for: "Choose a city: this is the first start")
      try await restarted.wait(for: "Search:")
      try await restarted.type("kazan\r", until: "Ready: Kazan, Russia")
    }

    @Test func `A kill during a later choice leaves the previous city`() async throws {
      let first = try ShowcaseTerminal(
        "CitiesShowcase", ["--state", folder.path, "--city", "524901"])
      try await first.wait(for: "Ready: Moscow, Russia")
      first.kill()
      _ = try await first.waitForExit()

      try await killWhileChoosing("kazan", seeing: "Ready: Moscow, Russia")

      let restarted = try ShowcaseTerminal("CitiesShowcase", ["--state", folder.path])
      try await restarted.wait(for: "Ready: Moscow, Russia")
      #expect(restarted.screen.contains("Europe/Moscow"))
    }

    /// Chooses a city over a stalled network, and kills the showcase during the download.
    private func killWhileChoosing(_ name: String, seeing state: String) async throws {
      let terminal = try ShowcaseTerminal("CitiesShowcase", ["--state", folder.path])
      try await terminal.wait(for: state)
      try await terminal.wait(for: "revision 2")
      if !terminal.screen.contains("Search:") { try terminal.press(.enter) }
      try await terminal.wait(for: "Search:")
      try await terminal.press(.control("t"), until: "[stalled]")
      try await terminal.type("\(name)\r", until: "█")
      #expect(terminal.screen.contains("downloading"))
      terminal.kill()
      #expect(try await terminal.waitForExit() == 128 + SIGKILL)
    }
  }
#endif
