#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen menu in a pseudo-terminal, with key presses.
  @Suite("The menu in a terminal")
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

    @Test func `The arrows choose the halves, in the size of the whole`() async throws {
      let terminal = try showcase.start()
      try await openPizza(terminal)

      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.wait(for: "› Second half")
      try await terminal.press(.right, until: "‹ Margherita, 25 cm, Classic crust ›")
      try terminal.press(.home)
      try await terminal.press(.right, until: "‹ Margherita, 30 cm, Classic crust ›")
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

    @Test func `A modifier has the price for the chosen size`() async throws {
      let terminal = try showcase.start()
      try await openPizza(terminal)

      try await terminal.wait(for: "Bacon                    ‹ 0  ₸450 ›")
      for _ in 0..<2 { try terminal.press(.right) }
      try await terminal.wait(for: "Bacon                    ‹ 0  ₸600 ›")
    }

    @Test
    func
      `An unavailable product is shown without a refresh of the menu, and becomes available again`()
      async throws
    {
      let terminal = try showcase.start()
      try await terminal.wait(for: "› Lunch")

      try await terminal.type("x", until: "sold out until")
      try terminal.type("x")
      try await terminal.wait(for: "the end of the stop") { !$0.contains("sold out until") }
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

    @Test
    func `Tab selects the next language, p the other fulfillment, t a later time`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "› Lunch")

      try await terminal.press(.tab, until: "› Обед")
      try await terminal.type("p", until: "Russian, pickup")
      try await terminal.wait(for: "2\u{A0}601\u{A0}₸")
      try await terminal.type("t", until: "for ")
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
