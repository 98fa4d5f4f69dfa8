#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen orders in a pseudo-terminal, with key presses.
  struct OrdersScreenTests {
    private let showcase = StatefulShowcase("OrdersShowcase", columns: 120, rows: 40)

    @Test func `An order goes from the kitchen to the history, and outlives a kill`() async throws {
      let terminal = try await showcase.start(until: "There is no order")
      try await terminal.type("n", until: "Order N-1, delivery, ₸12 930")
      try await terminal.wait(for: "● placed")
      try await terminal.type("a", until: "● accepted")
      try await terminal.press(.control("k"), until: "The app was killed and has started again.")
      try await terminal.wait(for: "● accepted")
      for status in ["being prepared", "on the way"] {
        try await terminal.type("a", until: "● \(status)")
      }
      // On a busy machine, the order may arrive before the screen is read.
      try await terminal.wait(for: "the courier") {
        $0.contains("Courier Aliya") || $0.contains("● received")
      }
      try await terminal.type("a", until: "● received")
      // The lines of a screen arrive one after the other.
      try await terminal.wait(for: "no courier") { !$0.contains("Aliya") }
      try await terminal.press(.enter, until: "it is in the history now")
      try await terminal.wait(for: "There is no order")
      try await terminal.type("h", until: "N-1, received")
      try terminal.type("q")
      #expect(try await terminal.waitForExit() == 0)
    }

    @Test func `A history that was left while it loads stays closed`() async throws {
      let terminal = try await showcase.start(until: "There is no order")
      try await terminal.type("h", until: "History")
      try await terminal.press(.escape, until: "There is no order")
      // The order is placed after the page has arrived.
      try await terminal.type("n", until: "● placed")
      #expect(!terminal.screen.contains("History"))
    }
  }
#endif
