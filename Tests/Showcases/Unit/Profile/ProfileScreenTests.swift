#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen profile in a pseudo-terminal, with key presses.
  struct ProfileScreenTests {
    private let showcase = StatefulShowcase("ProfileShowcase", columns: 120, rows: 30)

    @Test func `A user signs in by a code, and stays signed in after a kill and a restart`()
      async throws
    {
      do {
        let terminal = try showcase.start()
        try await terminal.signIn("8 701 234 56 78")
        try await terminal.press(.enter, until: "New value")
        try terminal.type("Ada\r")
        try await terminal.wait(for: "the name at the server") {
          $0.contains("Name: Ada") && !$0.contains("name: ")
        }
        try await terminal.press(.control("k"), until: "The app was killed and has started again.")
        try await terminal.wait(for: "Name: Ada")
        try terminal.type("q")
        #expect(try await terminal.waitForExit() == 0)
      }
      _ = try await showcase.start(until: "Name: Ada")
    }

    @Test func `A wrong code costs an attempt, and a number of another country is named`()
      async throws
    {
      let terminal = try await showcase.start(until: "A guest")
      try await terminal.type("+44 7700 900123\r", until: "the number is of another country")
      for _ in 0..<15 { try terminal.press(.backspace) }
      try await terminal.type("8 701 234 56 78\r", until: "your code is")
      try await terminal.type("0000\r", until: "the code is wrong; attempts left: 2")
    }
  }

  extension ShowcaseTerminal {
    /// Signs in with the code that the message on the screen names.
    func signIn(_ number: String) async throws {
      try await wait(for: "Number in")
      try type("\(number)\r")
      try await typeCode(until: "Signed in as account-1")
      try await wait(for: "+7 701 234 5678")
    }

    /// Types the code that the message on the screen names, and waits until the screen contains a text.
    func typeCode(until shown: String) async throws {
      try await wait(for: "your code is ")
      let code = try #require(screen.text.firstMatch(of: /your code is ([0-9]+)/)?.1)
      try await type("\(code)\r", until: shown)
    }
  }
#endif
