#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen picker in a pseudo-terminal, with key presses.
  struct CityPickerTests {
    private let showcase = StatefulShowcase("CitiesShowcase")

    @Test func `Progress is shown while details load`() async throws {
      let terminal = try await showcase.start(until: "› Moscow")

      try await terminal.press(.control("t"), until: "[stalled]")
      try await terminal.press(.enter, until: "█")
      #expect(terminal.screen.contains("%"))
      #expect(terminal.screen.contains("downloading"))
      try await terminal.press(.control("t"), until: "Ready: Moscow, Russia")
    }

    @Test func `A failed choice shows the reason, preserves the city, and one key retries it`()
      async throws
    {
      let terminal = try await showcase.start(["--city", "524901"], until: "Ready: Moscow, Russia")

      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.press(.enter, until: "Search:")
      try await terminal.type("almaty\r", until: "Almaty: no network. Enter retries.")
      #expect(terminal.screen.contains("Ready: Moscow, Russia; the last choice failed: no network"))
      try await terminal.press(.escape, until: "Cheremkhovo")
      #expect(!terminal.screen.contains("Enter retries"))
      try await terminal.press(.escape, until: "Europe/Moscow")

      try terminal.press(.control("o"))
      try await terminal.type("r", until: "Ready: Almaty, Kazakhstan")
    }

    @Test func `A city is found by keys and letters, and its region tells it from one of its name`()
      async throws
    {
      let terminal = try await showcase.start(until: "› Moscow")

      try await terminal.press(.down, until: "› Saint Petersburg")
      try await terminal.press(.up, until: "› Moscow")
      try await terminal.type("zzz", until: "No city matches \"zzz\"")
      try await terminal.press(.escape, until: "› Moscow")
      try await terminal.type("zheleznogorsk", until: "› Zheleznogorsk  Kursk")
      #expect(terminal.screen.contains("Krasnoyarskiy, Russia"))
      try await terminal.press(.enter, until: "Zheleznogorsk, Kursk, Russia")
    }

    @Test func `A smaller window truncates the screen, and a larger one shows more`() async throws {
      let terminal = try await showcase.start(until: "› Moscow")

      try terminal.resize(columns: 40, rows: 10)
      try await terminal.wait(for: "the tenth row") {
        $0.lines.count == 10 && $0.contains("Search:")
      }
      #expect(!terminal.screen.contains("Chelyabinsk"))
      try terminal.resize(columns: 120, rows: 40)
      try await terminal.wait(for: "Chelyabinsk")
    }

    @Test func `A termination signal restores the terminal`() async throws {
      let terminal = try await showcase.start(until: "› Moscow")
      #expect(terminal.screen.isAlternate)

      terminal.signal(SIGTERM)

      #expect(try await terminal.waitForExit() == 128 + SIGTERM)
      #expect(!terminal.screen.isAlternate)
      #expect(terminal.screen.isCursorVisible)
    }
  }
#endif
