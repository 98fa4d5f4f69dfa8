#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The address of the reference server, if it runs.
  private let server = ProcessInfo.processInfo.environment["REFERENCE_SERVER"]

  /// Tests of the showcases with the reference server, which requires a sign-in.
  ///
  /// `Tests/Showcases/with-server` starts the server and passes its address.
  @Suite(
    "Showcases with a real server", .serialized,
    .enabled(if: server != nil, "Tests/Showcases/with-server starts a server"))
  struct RealServerTests {
    private let folder = StateFolder()

    private func start(_ showcase: String) throws -> ShowcaseTerminal {
      let address = try #require(server)
      return try ShowcaseTerminal(
        showcase, ["--state", folder.path, "--server", address], columns: 130, rows: 40)
    }

    @Test func `A city is chosen`() async throws {
      let terminal = try start("CitiesShowcase")
      try await terminal.wait(for: "revision 2")
      try await terminal.type("almaty\r", until: "Ready: Almaty")
    }

    @Test func `A menu is shown`() async throws {
      let terminal = try start("MenuShowcase")
      try await terminal.wait(for: ", revision ")
      try await terminal.wait(for: "›")
    }

    @Test func `A line is added to the cart of the account`() async throws {
      let terminal = try start("CartShowcase")
      try await terminal.wait(for: "› Margherita")
      try await terminal.press(.enter, until: "× Margherita 30 cm")
      try await terminal.wait(for: "the line at the server") {
        !$0.contains("not sent") && !$0.contains("maybe sent")
      }
    }

    @Test func `An address is added to those of the account`() async throws {
      let terminal = try start("AddressesShowcase")
      try await terminal.wait(for: "No address in this city: n adds one.")
      try await terminal.type("n", until: "New address")
      try terminal.type("Abay")
      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.wait(for: "› House")
      try await terminal.type("25", until: "Abay, 25")
      try await terminal.press(.enter, until: "· Abay, 25")
      try await terminal.wait(for: "the address at the server") {
        !$0.contains("not sent") && !$0.contains("maybe sent")
      }
    }

    @Test func `An order of the account is rated`() async throws {
      let terminal = try start("OrderRatingShowcase")
      // The prompt of the launch replaces every earlier message, and opens the form.
      try await terminal.wait(for: "How was order")
      try await terminal.wait(for: "☆☆☆☆☆  Food")
      try await terminal.press(.right, until: "★☆☆☆☆  Food")
      try await terminal.type("s", until: "already rated")
    }

    @Test func `A user signs in with the code of the server, and the profile is shown`()
      async throws
    {
      let terminal = try start("ProfileShowcase")
      try await terminal.wait(for: "A guest")
      try await terminal.type("8 701 234 56 78\r", until: "The server has the code")
      let code = try #require(try await answer("admin/codes/+77012345678")["code"] as? String)
      try await terminal.type("\(code)\r", until: "Signed in as account-1")
      try await terminal.wait(for: "+7 701 234 5678")
    }

    @Test func `A user signs in to the whole app, and an address is added to those of the account`()
      async throws
    {
      let terminal = try start("AppShowcase")
      // Before, only the first rows of the list are searched.
      try await terminal.wait(for: "cities ✓")
      try terminal.type("almaty\r")
      try await terminal.wait(for: "[Menu]")
      try await terminal.show("Cart", "Addresses", "Orders", "Rating", "You")
      try terminal.type("8 701 234 56 79\r")
      try await terminal.wait(for: "A code was sent")
      let code = try #require(try await answer("admin/codes/+77012345679")["code"] as? String)
      try terminal.type("\(code)\r")
      try await terminal.wait(for: "Signed in as account-2")
      for feature in ["cart", "addresses", "orders", "reviews", "profile"] {
        try await terminal.wait(for: "\(feature) ✓")
      }
      try await terminal.show("City", "Menu", "Cart", "Addresses")
      try terminal.type("n")
      try await terminal.wait(for: "› street")
      try terminal.type("Abay")
      for _ in 0..<2 { try terminal.press(.down) }
      try await terminal.wait(for: "› house")
      try terminal.type("25\r")
      try await terminal.wait(for: "Abay, 25")
      try await terminal.wait(for: "addresses ✓")
    }

    @Test func `No showcase has been signed out, and the others have signed in by themselves`()
      async throws
    {
      let figures = try await answer("admin/accounts")
      #expect(figures["endings"] as? [String] == [])
      let accounts = try #require(figures["names"] as? [String: String])
      #expect(Set(accounts.keys) == ["account-1", "account-2", "sandbox-showcase"])
    }

    private func answer(_ path: String) async throws -> [String: Any] {
      let address = try #require(server)
      let url = try #require(URL(string: address))
      let (body, _) = try await URLSession.shared.data(from: url.appending(path: path))
      return try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    }
  }

  extension ShowcaseTerminal {
    /// Presses Tab for each of these pages of the whole app, and waits until it is shown.
    func show(_ pages: String...) async throws {
      for page in pages { try await press(.tab, until: "[\(page)]") }
    }
  }
#endif
