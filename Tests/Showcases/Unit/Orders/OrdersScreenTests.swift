#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen orders in a pseudo-terminal, with key presses.
  struct OrdersScreenTests {
    private let showcase = StatefulShowcase("OrdersShowcase", columns: 120, rows: 40)

    @Test func `An order goes from the kitchen to the history, and outlives a kill`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "No current order")
      try await terminal.type("n", until: "Order N-1, delivery, ₸12 930")
      try await terminal.wait(for: "● placed")
      try await terminal.type("a", until: "● accepted")
      try await terminal.press(.control("k"), until: "The app was killed and has started again.")
      try await terminal.wait(for: "● accepted")
      for status in ["being prepared", "on the way", "received"] {
        try await terminal.type("a", until: "● \(status)")
      }
      try await terminal.press(.enter, until: "it is in the history now")
      try await terminal.wait(for: "No current order")
      try await terminal.type("h", until: "N-1, received")
      try terminal.type("q")
      #expect(try await terminal.waitForExit() == 0)
    }

    @Test func `An order and its number outlive the end of the process`() async throws {
      do {
        let terminal = try showcase.start()
        try await terminal.wait(for: "No current order")
        try await terminal.type("n", until: "● placed")
        try await terminal.type("a", until: "● accepted")
        terminal.kill()
      }
      let terminal = try showcase.start()
      try await terminal.wait(for: "● accepted")
      try await terminal.type("p", until: "Order N-2, pickup")
      try await terminal.wait(for: "Order N-1, delivery")
    }
  }
#endif
