import Addresses
import Commerce
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let duplicate = Scenario(
    "duplicate", "The same place is stored once, in any spelling and from any device."
  ) { (script: Script, book: any AddressBook) in
    await script.add(
      Place.almaty.address("home", [.street: "Абай даңғылы", .house: "25/1", .apartment: "7"]),
      to: book)
    await script.addAndSettle(
      Place.almaty.address(
        "again", [.street: "  АБАЙ  даңғылы", .house: "25 / 1", .apartment: "7", .floor: ""]),
      in: book)
    script.goOffline()
    let work = Place.almaty.address("work", [.microdistrict: "Самал-2", .house: "12к3"])
    await script.add(work, to: book)
    script.tell("Another device adds the same place, with a comment for the courier")
    script.sandbox.change {
      $0.addElsewhere(work.labeled("").with(.comment, "second gate").content)
    }
    await script.goOnline(book)
  }

  static let cityClosed = Scenario(
    "city-closed", "A city closes: no address is lost, and each one shows what to do."
  ) { (script: Script) in
    try await script.launch { book in
      await script.addAndSettle(Place.almaty.example.labeled("home"), in: book)
      script.goOffline()
      await script.add(
        Place.almaty.address("work", [.street: "Жібек жолы", .house: "101"]), to: book)
      script.tell("The city closes")
      script.sandbox.change { $0.closedCities = [Place.almaty.city.rawValue] }
      script.goOnline()
      await script.show(book) { state in
        state.pending.contains(where: \.status.isFailed) && state.sync.fetch == .idle
      }
    }
    try await script.launch(in: .belgrade) { book in
      await script.add(Place.belgrade.example, to: book)
      await script.show(book) { state in
        state.pending.count == 1 && state.sync.fetch == .idle && state.addresses.count == 1
      }
      script.tell("The city opens again")
      script.sandbox.change { $0.closedCities = [] }
      for wait in book.state.pending {
        await script.attempt("Retry the rejected change") { try await book.retry(wait.id) }
      }
      await script.showSettled(book)
    }
  }

  static let searchAndOrder = Scenario(
    "search-and-order", "The last used address comes first; the search ignores case and accents."
  ) { (script: Script, book: any AddressBook) in
    var ids: [SavedAddress.ID] = []
    for (label, street, house) in [
      ("home", "Абай даңғылы", "25/1"), ("", "Жібек жолы", "9"), ("", "жібек жолы", "101"),
      ("Tea", "Ёлочная", "3"),
    ] {
      let address = Place.almaty.address(label, [.street: street, .house: house])
      if let id = await script.add(address, to: book) { ids.append(id) }
    }
    await script.showSettled(book)
    for id in [ids[2], ids[0]] {
      try await script.pass(.seconds(60))
      let street = book.state[id]?.address[.street] ?? ""
      await script.attempt("Use \(street) for an order") { try await book.use(id) }
    }
    await script.attempt("Make Tea the default") { try await book.makeDefault(ids[3]) }
    await script.showSettled(book)
    script.tell("The next order suggests \(book.state.preselected.map(AddressPage.title) ?? "")")
    script.tell("The addresses by name")
    script.details(book.state.byName.map(AddressPage.title))
    for text in ["ЖІБЕК", "жибек 10", "елочная", "HOME", "25/1", "bek"] {
      script.tell("Search for \(text)")
      let found = book.state.search(text).map(AddressPage.title)
      script.details(found.isEmpty ? ["nothing found"] : found)
    }
  }
}
