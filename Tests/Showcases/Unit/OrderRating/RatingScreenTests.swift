#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen reviews in a pseudo-terminal, with key presses.
  struct RatingScreenTests {
    private let showcase = StatefulShowcase("OrderRatingShowcase")

    @Test func `The next start asks about a finished order, and its form closes to its row`()
      async throws
    {
      do {
        let terminal = try await showcase.start(until: "How was order")
        try await terminal.press(.escape, until: "Margherita 30 cm, Cola 0.5 l")
        try await terminal.press(.control("n"), until: "the next start asks about it")
        try await terminal.wait(for: "Cappuccino, Cheesecake")
        try terminal.press(.down)
        try await terminal.press(.enter, until: "› ☆☆☆☆☆  Food")
        try terminal.press(.down)
        try await terminal.press(.down, until: "› ☆☆☆☆☆  Margherita")
        try await terminal.press(.escape, until: "Cappuccino, Cheesecake")
        #expect(terminal.screen.lines.contains { $0.contains("›") && $0.contains("Margherita") })
        try terminal.type("q")
        #expect(try await terminal.waitForExit() == 0)
      }
      let terminal = try await showcase.start(until: "How was order")
      try await terminal.wait(for: "Cappuccino")
      try await terminal.press(.escape, until: "Margherita 30 cm, Cola 0.5 l")
    }
  }
#endif
