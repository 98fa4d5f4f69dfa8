#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen address book in a pseudo-terminal, with key presses.
  @Suite("The address book in a terminal")
  struct AddressScreenTests {
    private let showcase = StatefulShowcase("AddressesShowcase", columns: 130)

    /// Fills in and saves an address in Almaty.
    private func add(_ street: String, _ house: String, _ terminal: ShowcaseTerminal) async throws {
      try await terminal.type("n", until: "New address")
      try terminal.type(street)
      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.wait(for: "› House")
      try await terminal.type(house, until: "\(street), \(house)")
      try await terminal.press(.enter, until: "· \(street), \(house)")
    }

    @Test
    func `An invalid field shows its error at every key, and no input is lost`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await terminal.type("n", until: "enter a value, or fill in «Microdistrict»")
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
      try await terminal.press(.tab, until: "Russian")
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
      try await add("Abay", "25/1", terminal)
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

    @Test
    func `A change of an address that another device removed waits for a decision`() async throws {
      let terminal = try showcase.start()
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await add("Abay", "25/1", terminal)
      try await terminal.wait(for: "the address is sent") { !$0.contains("(new)") }
      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.press(.control("d"), until: "Another device has removed this address")
      try await terminal.press(.enter, until: "› Street")
      try terminal.type(" Ave")
      try await terminal.press(.enter, until: "not sent (fields)")
      try await terminal.press(.control("o"), until: "rejected: removed on another device")
      try terminal.type("r")
      try await terminal.wait(for: "it is decided") {
        !$0.contains("rejected") && !$0.contains("sent")
      }
      try await terminal.wait(for: "Abay Ave, 25/1")
    }

    @Test func `Every country has its form, and the language changes with a key`() async throws {
      let terminal = try showcase.start(["--language", "de"])
      try await terminal.wait(for: "Almaty, KZ")
      try await terminal.press(.control("g"), until: "Dubai, AE")
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await terminal.type("n", until: "› Region")
      try await terminal.press(.right, until: "Abu Dhabi")
      try await terminal.press(.escape, until: "No address in this city")
      try await terminal.press(.tab, until: "Dubai, AE  English")
    }
  }
#endif
