#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen address book in a pseudo-terminal, with key presses.
  struct AddressScreenTests {
    private let showcase = StatefulShowcase("AddressesShowcase", columns: 130)

    @Test
    func `An invalid field shows its error at every key, and no input is lost`() async throws {
      let terminal = try await showcase.start(until: "No address in this city: n adds one.")
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
      let terminal = try await showcase.start(until: "No address in this city: n adds one.")
      try await terminal.press(.enter, until: "No address in this city")
      try await terminal.press(.control("l"), until: "Russian")
      try await terminal.type("/zzz", until: "Nothing found")
      try terminal.press(.enter)
      try await terminal.press(.backspace, until: "Search: zz▏")
    }
  }
#endif
