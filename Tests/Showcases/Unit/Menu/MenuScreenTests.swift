#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen menu in a pseudo-terminal, with key presses.
  struct MenuScreenTests {
    private let showcase = StatefulShowcase("MenuShowcase")

    /// Opens the second pizza.
    private func openPizza(_ terminal: ShowcaseTerminal) async throws {
      try await terminal.wait(for: "› Lunch")
      try await terminal.press(.right, until: "› Margherita")
      try await terminal.press(.down, until: "› Pepperoni")
      try await terminal.press(.enter, until: "› Size")
    }

    @Test
    func
      `Prices are updated at every key, limits are shown, and a valid product is added to the cart`()
      async throws
    {
      let terminal = try showcase.start()
      try await openPizza(terminal)
      try await terminal.wait(for: "₸2\u{A0}700")

      for _ in 0..<5 { try terminal.press(.down) }
      try await terminal.wait(for: "› Mozzarella")
      try await terminal.press(.right, until: "₸3\u{A0}050")
      for _ in 0..<3 { try terminal.press(.right) }
      try await terminal.wait(for: "Mozzarella: choose at most 3")
      try await terminal.press(.enter, until: "Not added: correct the problems first")
      try await terminal.press(.left, until: "₸3\u{A0}750")
      try await terminal.press(.enter, until: "Added to the cart: Pepperoni")
    }

    @Test func `The search updates while typing, in any letters, and Escape goes back one step`()
      async throws
    {
      let terminal = try showcase.start()
      try await terminal.wait(for: "› Lunch")

      try await terminal.type("/", until: "Search:")
      // Outside the search, these letters are commands.
      try await terminal.type("xtp", until: "Nothing found")
      for _ in 0..<3 { try terminal.press(.backspace) }
      try await terminal.type("mint t", until: "› Mint tea")
      try await terminal.press(.enter, until: "› Size")
      try await terminal.press(.escape, until: "› Mint tea")
      try await terminal.press(.escape, until: "› Lunch")
    }

    @Test func `The next start shows the stored menu and the missing network`() async throws {
      let first = try showcase.start(["--language", "en"])
      try await first.wait(for: "› Lunch")
      try first.press(.control("c"))
      #expect(try await first.waitForExit() == 0)

      // No server listens on this port.
      let second = try showcase.start(["--language", "en", "--server", "http://127.0.0.1:9"])
      try await second.wait(for: "› Lunch")
      try await second.press(.control("r"), until: "Not done: no network.")
      #expect(second.screen.contains("› Lunch"))
      try await second.type("x", until: "Only the sandbox server can do this")
    }

    @Test func `A window of any size shows what fits`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "› Lunch")
      for (columns, rows) in [(20, 5), (1, 1), (200, 60), (80, 24)] {
        try terminal.resize(columns: columns, rows: rows)
      }
      try await terminal.wait(for: "› Lunch")
      try terminal.type("q")
      #expect(try await terminal.waitForExit() == 0)
    }
  }
#endif
