#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen app in a pseudo-terminal, with key presses.
  struct AppScreenTests {
    private let showcase = StatefulShowcase("AppShowcase")

    private func start() async throws -> ShowcaseTerminal {
      try await showcase.start(["--city", "1526384"], until: "› Lunch")
    }

    private func signIn(_ terminal: ShowcaseTerminal) async throws {
      try await terminal.show("Cart", "Addresses", "Orders", "Rating", "You")
      try terminal.type("7710009998\r")
      try await terminal.typeCode(until: "You are signed in.")
    }

    @Test func `A guest is asked to sign in before an order and before an address`() async throws {
      let terminal = try await start()
      try await terminal.press(.tab, until: "The cart is empty.")
      try await terminal.type("o", until: "Sign in first.")
      try await terminal.press(.tab, until: "[Addresses]")
      try await terminal.wait(for: "  Sign in first.")
      try await terminal.type("n", until: "Sign in first.")
      #expect(!terminal.screen.contains("New address"))
    }

    @Test func `An address with spaces stays in its form until it is valid`() async throws {
      let terminal = try await start()
      try await signIn(terminal)
      try await terminal.show("City", "Menu", "Cart", "Addresses")
      try await terminal.type("n", until: "› street")
      try await terminal.type("Abay Ave", until: "Abay Ave▏")
      try await terminal.press(.enter, until: "Not done: correct house.")
      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.wait(for: "› house")
      try await terminal.type("10\r", until: "› Abay Ave, 10")
    }

    @Test func `The list of cities is there after a kill`() async throws {
      let terminal = try await start()
      try await terminal.press(.control("k"), until: "The app was killed")
      try await terminal.show("Cart", "Addresses", "Orders", "Rating", "You", "City")
      try await terminal.wait(for: "› Moscow")
    }
  }
#endif
