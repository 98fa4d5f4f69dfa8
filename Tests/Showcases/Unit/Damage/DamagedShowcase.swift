import Foundation
import ShowcaseKit
import Testing

/// A showcase whose stored files are to be damaged, with a check that it works.
struct DamagedShowcase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The paths of the files that it stores, relative to the state directory.
  let files: [String]
  /// Uses a feature and waits for the result; works with an empty state and with a damaged one.
  let use: @Sendable (ShowcaseTerminal) async throws -> Void

  var testDescription: String { name }

  /// The damages: for each file one that a repository can set aside and one that it cannot; the kinds take
  /// turns.
  var damages: [(file: String, damage: FileDamage)] {
    let (readable, other) = (
      FileDamage.allCases.filter(\.isReadable), FileDamage.allCases.filter { !$0.isReadable }
    )
    return files.enumerated().flatMap { number, file in
      [(file, readable[number % readable.count]), (file, other[number % other.count])]
    }
  }

  func start(in folder: StateFolder) throws -> ShowcaseTerminal {
    try ShowcaseTerminal(name, ["--state", folder.path], columns: 130, rows: 40)
  }

  /// Returns a new state directory with the files of a showcase that was used and has exited.
  func used() async throws -> StateFolder {
    let folder = StateFolder()
    let terminal = try start(in: folder)
    try await use(terminal)
    try terminal.press(.control("c"))
    _ = try await terminal.waitForExit()
    return folder
  }

  /// The number of damaged files of all showcases, printed for the table of Tests/Figures.md:
  /// `Tests/Checks/Figures/check`.
  static let cases = {
    let cases = all.reduce(0) { $0 + $1.damages.count }
    FileHandle.standardError.write(Data("figure: damaged-showcases \(cases)\n".utf8))
    return cases
  }()

  static let all = [
    DamagedShowcase(
      name: "CitiesShowcase",
      files: [
        "cities/current-city.v1.store", "cities/caches/city-list.v1.store",
      ]
    ) { terminal in
      try await terminal.wait(for: "revision 2")
      if !terminal.screen.contains("Search:") { try terminal.press(.enter) }
      try await terminal.wait(for: "Search:")
      try await terminal.type("almaty\r", until: "Ready: Almaty")
    },
    DamagedShowcase(
      name: "MenuShowcase",
      files: ["menu/caches/menus.v1.store", "menu/caches/menu-stops.v1.store"]
    ) { terminal in
      try await terminal.wait(for: ", revision ")
      try await terminal.wait(for: "›")
      try await terminal.type("x", until: "sold out until")
    },
    DamagedShowcase(
      name: "CartShowcase",
      files: ["cart/carts.v1.store", "cart/cart-changes.v1.store", "cart-sandbox/server.v1.store"]
    ) { terminal in
      try await terminal.wait(for: "› Margherita")
      try await terminal.press(.enter, until: "× Margherita 30 cm")
      try await terminal.wait(for: "the line at the server") {
        !$0.contains("not sent") && !$0.contains("maybe sent")
      }
      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.press(.enter, until: "not sent")
    },
    DamagedShowcase(
      name: "AddressesShowcase",
      files: [
        "addresses/addresses.v1.store", "addresses/address-changes.v1.store",
        "addresses-sandbox/server.v1.store",
      ]
    ) { terminal in
      try await terminal.wait(for: "Almaty, KZ")
      try await terminal.press(.control("n"), until: "Another device has added")
      try terminal.press(.control("r"))
      try await terminal.wait(for: "the address of the other device") {
        !$0.contains("No address in this city")
      }
      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.type("u", until: "(last use)")
      try terminal.press(.control("o"))
      try await terminal.wait(for: "the change at the server") {
        !$0.contains("(last use)") && !$0.contains("[offline]")
      }
      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.type("u", until: "(last use)")
    },
    DamagedShowcase(
      name: "OrderRatingShowcase",
      files: [
        "reviews/order-ratings.v1.store", "reviews/order-reviews.v1.store",
        "reviews/orders.v1.store", "reviews/review-photo-1.v1.store",
      ]
    ) { terminal in
      // The app opens the form of an order that can be rated.
      try await terminal.wait(for: "a form, or orders that are rated") {
        $0.contains("› ") && !$0.contains("can be rated")
      }
      try terminal.press(.escape)
      for isRated in [false, true] {
        if isRated { try await terminal.type("s", until: "already rated") }
        try await terminal.press(.control("n"), until: "An order is finished")
        for _ in 0..<5 { try terminal.press(.up) }
        try await terminal.press(.enter, until: "☆☆☆☆☆  Food")
        try await terminal.press(.right, until: "★☆☆☆☆  Food")
      }
      try await terminal.press(.control("o"), until: "[offline]")
      try await terminal.type("p", until: "photos: 1")
      try await terminal.type("s", until: "waits: its photos are sent first")
    },
    DamagedShowcase(
      name: "OrdersShowcase",
      files: [
        "orders/orders.v1.store", "orders-sandbox/server.v1.store",
        "orders/order-changes.v1.store",
      ]
    ) { terminal in
      try await terminal.wait(for: "the orders") {
        $0.contains("There is no order") || $0.contains("Order N-")
      }
      try terminal.type("n")
      try await terminal.wait(for: "● placed")
    },
    DamagedShowcase(
      name: "ProfileShowcase",
      files: [
        "profile/directories/account-account-1/profile-changes.v1.store",
        "profile/directories/account-account-1/profile.v1.store", "profile/session.v1.store",
        "profile-sandbox/server.v1.store",
      ]
    ) { terminal in
      // A change of the last start that is on its way when the network ends may have been applied. So the
      // profile has to be shown, without pending changes.
      try await terminal.wait(for: "no session, or a profile as at the server") {
        $0.contains("Number in")
          || $0.contains("Signed in as") && !$0.contains("no number")
            && !$0.contains("not sent") && !$0.contains("maybe sent")
      }
      if terminal.screen.contains("Number in") { try await terminal.signIn("8 701 234 56 78") }
      try terminal.press(.control("o"))
      try await terminal.wait(for: "[offline]")
      try terminal.press(.enter)
      try terminal.type("Ada\r")
      try await terminal.wait(for: "name: not sent")
    },
  ]
}
