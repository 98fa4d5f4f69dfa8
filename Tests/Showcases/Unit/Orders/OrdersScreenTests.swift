#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen orders in a pseudo-terminal, with key presses.
  @Suite("Orders in a terminal")
  struct OrdersScreenTests {
    private let folder = StateFolder()

    private func start() throws -> ShowcaseTerminal {
      try ShowcaseTerminal("OrdersShowcase", ["--state", folder.path], columns: 120, rows: 40)
    }

    @Test func `An order goes from the kitchen to the history, and outlives a kill`() async throws {
      let terminal = try start()
      try await terminal.wait(for: "No current order")
      try terminal.type("n")
      try await terminal.wait(for: "Order N-1, delivery, 12930 KZT")
      try await terminal.wait(for: "● placed")
      try terminal.type("a")
      try await terminal.wait(for: "● accepted")
      try terminal.press(.control("k"))
      try await terminal.wait(for: "The app was killed and has started again.")
      try await terminal.wait(for: "● accepted")
      for status in ["being prepared", "on the way", "received"] {
        try terminal.type("a")
        try await terminal.wait(for: "● \(status)")
      }
      try terminal.press(.enter)
      try await terminal.wait(for: "it is in the history now")
      try await terminal.wait(for: "No current order")
      try terminal.type("h")
      try await terminal.wait(for: "N-1, received")
      try terminal.type("q")
      #expect(try await terminal.waitForExit() == 0)
    }

    // A cancellation is tested by the scenarios: its window is a few seconds of this screen's fast clock.
    @Test func `A rejected order shows its reason`() async throws {
      let terminal = try start()
      try await terminal.wait(for: "No current order")
      try terminal.type("p")
      try await terminal.wait(for: "Order N-1, pickup, 1200 KZT")
      try terminal.type("x")
      try await terminal.wait(for: "The oven is broken")
    }

    @Test func `Without a network an order stays as it was shown last`() async throws {
      let terminal = try start()
      try await terminal.wait(for: "No current order")
      try terminal.type("n")
      try await terminal.wait(for: "● placed")
      try terminal.press(.control("o"))
      try await terminal.wait(for: "[offline]")
      try terminal.type("u")
      try await terminal.wait(for: "not refreshed: no network")
      try terminal.press(.control("o"))
      try await terminal.wait(for: "beingPhotographed")
    }
  }
#endif
