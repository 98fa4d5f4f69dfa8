#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen address book in a pseudo-terminal, with key presses.
  struct AddressScreenTests {
    private let showcase = StatefulShowcase("AddressesShowcase", columns: 130)

    @Test
    func `An invalid field shows its error at every key, and no input is lost`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await terminal.type("n", until: "enter a value, or fill in «Microdistrict or village»")
      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.type("12🏠", until: "remove 🏠")
      try await terminal.press(.enter, until: "Not done: correct 3 fields.")
      try await terminal.wait(for: "12🏠")
      try terminal.press(.backspace)
      try await terminal.wait(for: "› House") { !$0.contains("remove 🏠") }
      try await terminal.press(.control("l"), until: "› Дом")
    }

    @Test func `Enter opens no form without an address`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await terminal.press(.enter, until: "No address in this city")
      try await terminal.press(.control("l"), until: "Russian")
      try await terminal.type("/zzz", until: "Nothing found")
      try terminal.press(.enter)
      try await terminal.press(.backspace, until: "Search: zz▏")
    }

    @Test func `An address survives a kill and a restart, and is sent when the network is back`()
      async throws
    {
      let terminal = try showcase.start()
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.type("n", until: "New address")
      try terminal.type("Abay")
      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.wait(for: "› House")
      try await terminal.type("25/1", until: "Abay, 25/1")
      try await terminal.press(.enter, until: "· Abay, 25/1")
      try await terminal.wait(for: "not sent (new)")
      try await terminal.press(.control("k"), until: "maybe sent (new)")
      try terminal.type("q")
      #expect(try await terminal.waitForExit() == 0)

      let again = try showcase.start()
      try await again.wait(for: "· Abay, 25/1")
      try await again.wait(for: "the address is sent") { !$0.contains("maybe sent") }
      try await again.press(.control("r"), until: "· Abay, 25/1")
      try again.type("q")
      #expect(try await again.waitForExit() == 0)
    }
  }
#endif
