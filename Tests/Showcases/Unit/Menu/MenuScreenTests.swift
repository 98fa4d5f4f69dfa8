#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen menu in a pseudo-terminal, with key presses.
  struct MenuScreenTests {
    private let showcase = StatefulShowcase("MenuShowcase")

    @Test
    func
      `Prices are updated at every key, limits are shown, and a valid product is added to the cart`()
      async throws
    {
      let terminal = try await showcase.start(until: "› Lunch")
      try await terminal.press(.tab, until: "› Margherita")
      try await terminal.press(.down, until: "› Pepperoni")
      try await terminal.press(.enter, until: "› Size")
      try await terminal.wait(for: "₸2\u{A0}700")

      try await terminal.press(.tab, until: "› Mozzarella")
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
      let terminal = try await showcase.start(until: "› Lunch")

      try terminal.press(.down)
      try await terminal.type("/", until: "Search:")
      // Outside the search, these letters are commands.
      try await terminal.type("xtp", until: "Nothing found")
      for _ in 0..<3 { try terminal.press(.backspace) }
      try await terminal.type("mint t", until: "› Mint tea")
      try await terminal.press(.enter, until: "› Size")
      try await terminal.press(.escape, until: "› Mint tea")
      try await terminal.press(.escape, until: "› Dinner for two")
    }

    @Test func `A Russian menu has Russian words and money around its names`() async throws {
      let terminal = try await showcase.start(["--language", "ru"], until: "от 2\u{A0}890\u{A0}₸")
      #expect(!terminal.screen.contains("from"))
      try await terminal.press(.tab, until: "› Маргарита")
      try await terminal.press(.enter, until: "› Размер")
      for word in ["‹ нет ›", "‹ есть ›", "выберите до", "содержит: яйца, глютен, молоко"] {
        try await terminal.wait(for: word)
      }
    }

    @Test func `A real server that does not answer is reported, and has no sandbox events`()
      async throws
    {
      // No server listens on this port.
      let terminal = try await showcase.start(
        ["--server", "http://127.0.0.1:9"], until: "There is no menu yet: ^R loads it.")
      try await terminal.press(.control("r"), until: "Not done: no network.")
      try await terminal.press(.control("u"), until: "Only the sandbox server can do this")
    }
  }
#endif
