#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of invalid arguments, and of failures of the disk and the network.
  struct CityBadInputTests {
    private let folder = StateFolder()

    @Test func `An unknown city opens the list with the reason`() async throws {
      let terminal = try ShowcaseTerminal(
        "CitiesShowcase", ["--state", folder.path, "--city", "1"])

      try await terminal.wait(for: "Choose a city: city 1 does not exist")
      try await terminal.wait(for: "› Moscow")
    }

    @Test func `An unreadable directory of the app is reported and not changed, and the app runs`()
      async throws
    {
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      try Data().write(to: folder.url.appending(path: ".showcase"))
      let file = folder.url.appending(path: "cities")
      try Data("mine".utf8).write(to: file)
      let terminal = try ShowcaseTerminal("CitiesShowcase", ["--state", folder.path])

      try await terminal.wait(for: "cannot be read now: current-city.v1.store: Not a directory")
      try await terminal.wait(for: "› Moscow")
      try await terminal.press(.enter, until: "Ready: Moscow, Russia")
      #expect(terminal.screen.contains("not stored"))
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
  }
#endif
