import Addresses
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlineCreateKillRestart = Scenario(
    "offline-create-kill-restart",
    "Addresses that were added offline survive a kill and are sent once."
  ) { (script: Script) in
    script.goOffline()
    var home: SavedAddress.ID?
    try await script.launch { book in
      home = await script.add(Place.almaty.example.labeled("home"), to: book)
      await script.add(
        Place.almaty.address("work", [.microdistrict: "Самал-2", .house: "12к3"]), to: book)
      if let home {
        await script.attempt("Make home the default") { try await book.makeDefault(home) }
      }
      await script.showOffline(book)
      script.tell("The app is killed")
    }
    try await script.pass(.seconds(60))
    try await script.launchOffline(waiting: .seconds(60))
    script.tellReceived()
  }

  static let editAnswerLost = Scenario(
    "edit-answer-lost",
    "The response to a change is lost: the change is sent again and applied once."
  ) { (script: Script, book: any AddressBook) in
    guard let id = await script.addAndSettle(Place.almaty.example, in: book) else { return }
    try await script.losingTwoResponses(of: script.sandbox, applied: "two") {
      await script.attempt("Change the floor to 3") {
        try await book.change(id, to: Place.almaty.example.with(.floor, "3"))
      }
    } showBackoff: { wait in
      await script.show(book) { $0.pending.contains { $0.reason == .backoff(wait) } }
    } showSettled: {
      await script.showSettled(book)
    }
  }

  static let conflict = Scenario(
    "conflict", "An address is changed here and removed on another device: the user decides."
  ) { (script: Script, book: any AddressBook) in
    let home = await script.add(Place.almaty.example.labeled("home"), to: book)
    let work = Place.almaty.address("work", [.street: "Жібек жолы", .house: "101"])
    let other = await script.addAndSettle(work, in: book)
    script.goOffline()
    guard let home, let other else { return }
    await script.attempt("Change home's floor to 4") {
      try await book.change(home, to: Place.almaty.example.labeled("home").with(.floor, "4"))
    }
    await script.attempt("Change work's house to 103") {
      try await book.change(other, to: work.with(.house, "103"))
    }
    script.tell("Another device removes both")
    for row in script.sandbox.model.list.addresses {
      script.sandbox.change { $0.removeElsewhere(row.id) }
    }
    try await script.pass(.seconds(30))
    script.goOnline()
    await script.show(book) { state in
      state.pending.count(where: \.status.isFailed) == 2 && state.sync.fetch == .idle
    }
    for wait in book.state.pending {
      if wait.address == home {
        await script.attempt("Retry the change of home") { try await book.retry(wait.id) }
      } else {
        await script.attempt("Discard the change of work") { try await book.discard(wait.id) }
      }
    }
    await script.showSettled(book)
  }

  static let deleteOffline = Scenario(
    "delete-offline", "An address that is removed offline disappears at once, and stays removed."
  ) { (script: Script) in
    try await script.launch { book in
      guard let id = await script.addAndSettle(Place.almaty.example, in: book) else { return }
      script.goOffline()
      await script.attempt("Remove the address") { try await book.remove(id) }
      guard
        let other = await script.add(
          Place.almaty.address("", [.street: "Жібек жолы", .house: "101"]), to: book)
      else { return }
      await script.attempt("Remove the new address before it is sent") {
        try await book.remove(other)
      }
      await script.showOffline(book)
      script.tell("The app is killed")
    }
    try await script.launchOffline()
    script.tellReceived()
  }

  static let fullDisk = Scenario(
    "full-disk", "The book works on a full disk, and shows that a crash would lose the change."
  ) { (script: Script) in
    try await script.launch { book in
      script.goOffline()
      try script.fillDisk()
      await script.add(
        Place.almaty.address("work", [.street: "Жібек жолы", .house: "101"]), to: book)
      await script.showOffline(book)
      try await script.pass(.seconds(10))
      try await script.freeDisk()
      script.tell("The app is killed")
    }
    try await script.launchOffline()
  }
}
