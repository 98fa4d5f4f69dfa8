import Addresses
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let offlineCreateKillRestart = Scenario(
    "offline-create-kill-restart", "What was made without network survives a kill and is sent once."
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
      script.tell("The server was sent \(script.sandbox.takeChanges().count) changes")
    }
  }

  static let editAnswerLost = Scenario(
    "edit-answer-lost", "The server has a change and the answer is lost: it is not made twice."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { book in
      guard let id = await script.add(Place.almaty.example, to: book) else { return }
      await script.showSettled(book)
      script.tell("The next two answers will be lost")
      script.sandbox.spoil(.answerLost, .answerLost)
      await script.attempt("Change the floor to 3") { () async throws(AddressError) in
        try await book.change(id, to: Place.almaty.example.with(.floor, "3"))
      }
      await script.show(book) { $0.pending.contains { $0.reason == .backoff(.seconds(1)) } }
      try await script.pass(.seconds(1))
      script.tell("It is tried again")
      await script.show(book) { $0.pending.contains { $0.reason == .backoff(.seconds(2)) } }
      try await script.pass(.seconds(2))
      script.tell("And again")
      await script.showSettled(book)
      script.tell("The server was sent \(script.sandbox.takeChanges().count) changes and made two")
    }
  }

  static let conflict = Scenario(
    "conflict", "Changed here and removed elsewhere: the user decides, and nothing is lost unasked."
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
          await script.attempt("Keep home") { () async throws(AddressError) in
            try await book.retry(wait.id)
          }
        } else {
          await script.attempt("Give work up") { () async throws(AddressError) in
            try await book.discard(wait.id)
          }
        }
      }
      await script.showSettled(book)
    }
  }

  static let deleteOffline = Scenario(
    "delete-offline", "What is removed without network is gone at once, and stays gone."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { book in
      guard let id = await script.add(Place.almaty.example, to: book) else { return }
      await script.showSettled(book)
      script.goOffline()
      await script.attempt("Remove it") { () async throws(AddressError) in
        try await book.remove(id)
      }
      guard
        let other = await script.add(
          Place.almaty.address("", [.street: "Жібек жолы", .house: "101"]), to: book)
      else { return }
      await script.attempt("Remove that too, before it was sent") {
        () async throws(AddressError) in try await book.remove(other)
      }
      await script.showOffline(book)
      script.tell("The app is killed")
    }
    try await script.launch { book in
      await script.showOffline(book)
      script.goOnline()
      await script.showSettled(book)
      script.tell("The server was sent \(script.sandbox.takeChanges().count) changes")
    }
  }

  static let fullDisk = Scenario(
    "full-disk", "Without room on the disk the book goes on, and says what a crash would lose."
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
      script.tell("There is room again, and the app writes what waits")
      try script.device.freeDisk()
      try await script.device.flush()
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
