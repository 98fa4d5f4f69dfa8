import Addresses
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlineCreateKillRestart = Scenario(
    "offline-create-kill-restart",
    "Addresses that were added offline survive a kill and are sent once."
  ) { stage in
    let script = try Script(stage)
    script.goOffline()
    var home: SavedAddress.ID?
    try await script.launch { book in
      home = await script.add(Place.almaty.example.labeled("home"), to: book)
      _ = await script.add(
        Place.almaty.address("work", [.microdistrict: "Самал-2", .house: "12к3"]), to: book)
      if let home {
        await script.attempt("Make home the default") { () async throws(AddressError) in
          try await book.makeDefault(home)
        }
      }
      await script.showOffline(book)
      script.tell("The app is killed")
    }
    try await script.pass(.seconds(60))
    try await script.launch { book in
      await script.showOffline(book)
      try await script.pass(.seconds(60))
      script.goOnline()
      await script.showSettled(book)
      script.tell("The server received \(script.sandbox.takeChanges().count) changes")
    }
  }

  static let editAnswerLost = Scenario(
    "edit-answer-lost",
    "The response to a change is lost: the change is sent again and applied once."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { book in
      guard let id = await script.add(Place.almaty.example, to: book) else { return }
      await script.showSettled(book)
      script.tell("The next two responses will be lost")
      script.sandbox.spoil(.answerLost, .answerLost)
      await script.attempt("Change the floor to 3") { () async throws(AddressError) in
        try await book.change(id, to: Place.almaty.example.with(.floor, "3"))
      }
      await script.show(book) { $0.pending.contains { $0.reason == .backoff(.seconds(1)) } }
      try await script.pass(.seconds(1))
      script.tell("The second attempt")
      await script.show(book) { $0.pending.contains { $0.reason == .backoff(.seconds(2)) } }
      try await script.pass(.seconds(2))
      script.tell("The third attempt")
      await script.showSettled(book)
      script.tell(
        "The server received \(script.sandbox.takeChanges().count) requests and applied two")
    }
  }

  static let conflict = Scenario(
    "conflict", "An address is changed here and removed on another device: the user decides."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { book in
      let home = await script.add(Place.almaty.example.labeled("home"), to: book)
      let work = Place.almaty.address("work", [.street: "Жібек жолы", .house: "101"])
      let other = await script.add(work, to: book)
      await script.showSettled(book)
      script.goOffline()
      guard let home, let other else { return }
      await script.attempt("Change home's floor to 4") { () async throws(AddressError) in
        try await book.change(home, to: Place.almaty.example.labeled("home").with(.floor, "4"))
      }
      await script.attempt("Change work's house to 103") { () async throws(AddressError) in
        try await book.change(other, to: work.with(.house, "103"))
      }
      script.tell("Another device removes both")
      for row in script.sandbox.model.list.addresses {
        script.sandbox.change { $0.removeElsewhere(row.id) }
      }
      try await script.pass(.seconds(30))
      script.goOnline()
      await script.show(book) { state in
        state.pending.count(where: \.isUndecided) == 2 && state.sync.fetch == .idle
      }
      for wait in book.state.pending {
        if wait.address == home {
          await script.attempt("Retry the change of home") { () async throws(AddressError) in
            try await book.retry(wait.id)
          }
        } else {
          await script.attempt("Discard the change of work") { () async throws(AddressError) in
            try await book.discard(wait.id)
          }
        }
      }
      await script.showSettled(book)
    }
  }

  static let deleteOffline = Scenario(
    "delete-offline", "An address that is removed offline disappears at once, and stays removed."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { book in
      guard let id = await script.add(Place.almaty.example, to: book) else { return }
      await script.showSettled(book)
      script.goOffline()
      await script.attempt("Remove the address") { () async throws(AddressError) in
        try await book.remove(id)
      }
      guard
        let other = await script.add(
          Place.almaty.address("", [.street: "Жібек жолы", .house: "101"]), to: book)
      else { return }
      await script.attempt("Remove the new address before it is sent") {
        () async throws(AddressError) in try await book.remove(other)
      }
      await script.showOffline(book)
      script.tell("The app is killed")
    }
    try await script.launch { book in
      await script.showOffline(book)
      script.goOnline()
      await script.showSettled(book)
      script.tell("The server received \(script.sandbox.takeChanges().count) changes")
    }
  }

  static let fullDisk = Scenario(
    "full-disk", "The book works on a full disk, and shows that a crash would lose the change."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { book in
      _ = await script.add(Place.almaty.example, to: book)
      await script.showSettled(book)
      script.goOffline()
      try script.fillDisk()
      _ = await script.add(
        Place.almaty.address("work", [.street: "Жібек жолы", .house: "101"]), to: book)
      await script.showOffline(book)
      try await script.pass(.seconds(10))
      try await script.freeDisk()
      script.tell("The app is killed")
    }
    try await script.launch { book in
      await script.showOffline(book)
      script.goOnline()
      await script.showSettled(book)
    }
  }
}

extension PendingAddressChange {
  /// Whether the change requires the user's decision.
  var isUndecided: Bool { if case .failed = status { true } else { false } }
}
