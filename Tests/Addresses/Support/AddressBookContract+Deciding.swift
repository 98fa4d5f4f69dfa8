import Addresses
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import Testing

extension AddressBookContract {
  /// Creates a book with one address that the server has, and then closes the gate.
  private func away(
    _ device: some AddressDevice,
    _ body: (any AddressBook, _ id: SavedAddress.ID, _ serverID: String) async throws -> Void
  ) async throws {
    try await device.session { book in
      let (id, _) = try await book.add(.home)
      let state = await book.settled()
      device.gate.close(for: .offline)
      try await body(book, id, try #require(state[id]?.serverID))
    }
  }

  func changed(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, _ in
      try await book.change(id, to: .home.with(.floor, "4"))
      #expect(book.state[id]?.unsynced == [.fields])
      #expect(book.state[id]?.address[.floor] == "4")
      try await book.makeDefault(id)
      await book.when { $0[id]?.unsynced == [.fields, .preference] }
      device.gate.open(for: .offline)
      await book.settled()
      #expect(book.state[id]?.unsynced == [])
      #expect(device.server.model.list.addresses.map { $0.address["floor"] } == ["4"])
      #expect(device.changes == 3)
    }
  }

  func removedTwice(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, serverID in
      device.server.change { $0.removeElsewhere(serverID) }
      try await book.use(id)
      try await book.makeDefault(id)
      try await book.remove(id)
      device.gate.open(for: .offline)
      await book.settled()
      #expect(book.state.addresses.isEmpty && device.streets.isEmpty)
    }
  }

  func pulledFirst(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, _ in
      try await book.change(id, to: .home.with(.floor, "4"))
      device.server.change { $0.addElsewhere(Address.work.view) }
      let before = device.server.requests.count
      device.gate.open(for: .offline)
      await book.settled()
      let requests = device.server.requests.dropFirst(before)
      #expect(requests.first?.method == .get)
      #expect(book.state.addresses.map(\.address.label) == ["home", "work"])
    }
  }

  func lastWriter(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, serverID in
      try await book.change(id, to: .home.with(.floor, "4"))
      device.server.change { $0.editElsewhere(serverID, Address.home.with(.floor, "9").view) }
      device.server.spoil(.status(503), .status(503))
      device.gate.open(for: .offline)
      for await state in book.states() {
        #expect(state[id]?.address[.floor] == "4")
        if state.pending.isEmpty { break }
      }
      #expect(device.server.model.list.addresses.map { $0.address["floor"] } == ["4"])

      device.server.change { $0.editElsewhere(serverID, Address.home.with(.floor, "9").view) }
      try await book.refresh()
      #expect(book.state[id]?.address[.floor] == "9")
    }
  }

  func removedElsewhere(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, serverID in
      try await book.change(id, to: .home.with(.floor, "4"))
      device.server.change { $0.removeElsewhere(serverID) }
      device.gate.open(for: .offline)
      let wait = try #require(await book.undecided())
      #expect(wait.status == .failed(.rejected(.removedElsewhere)))
      #expect(wait.wanted == .home.with(.floor, "4"))
      let shown = try #require(book.state[id])
      #expect(shown.status == .failed(.rejected(.removedElsewhere)))
      #expect(shown.address[.floor] == "4")
      #expect(device.streets.isEmpty)
    }
  }

  func keptAnew(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, serverID in
      try await book.change(id, to: .home.with(.floor, "4"))
      device.server.change { $0.removeElsewhere(serverID) }
      device.gate.open(for: .offline)
      let wait = try #require(await book.undecided())
      device.server.spoil(.answerLost)
      try await book.retry(wait.id)
      let state = await book.settled()
      #expect(state.addresses.map(\.id) == [id])
      #expect(state.addresses.map(\.status) == [.confirmed])
      #expect(state[id]?.serverID != serverID)
      #expect(device.server.model.list.addresses.map { $0.address["floor"] } == ["4"])
    }
  }

  func unheard(_ device: some AddressDevice) async throws {
    device.server.spoil(
      .answerLost { server in
        if let last = server.list.addresses.last { server.removeElsewhere(last.id) }
      })
    try await device.session { book in
      try await book.add(.home)
      let state = await book.settled()
      #expect(state.addresses.isEmpty && device.streets.isEmpty)
    }
  }

  func givenUp(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, serverID in
      try await book.change(id, to: .home.with(.floor, "4"))
      device.server.change { $0.removeElsewhere(serverID) }
      device.gate.open(for: .offline)
      let wait = try #require(await book.undecided())
      try await book.discard(wait.id)
      let state = await book.settled()
      #expect(state.addresses.isEmpty && device.streets.isEmpty)
    }
  }

  func refused(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, _ in
      try await book.change(id, to: .parents)
      device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
      device.gate.open(for: .offline)
      let wait = try #require(await book.undecided())
      #expect(wait.wanted == .parents)
      #expect(book.state[id]?.address == .home)
      #expect(book.state[id]?.status == .failed(.rejected(.cityClosed)))
      await #expect(throws: AddressError.duplicate(of: id)) { try await book.add(.parents) }
      try await book.discard(wait.id)
      let state = await book.settled()
      #expect(state[id]?.status == .confirmed && state[id]?.address == .home)
    }
  }

  func outdone(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, _ in
      try await book.change(id, to: .parents)
      device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
      device.gate.open(for: .offline)
      _ = await book.undecided()
      try await book.remove(id)
      let state = await book.settled()
      #expect(state.addresses.isEmpty && device.streets.isEmpty)
    }
  }

  func corrected(_ device: some AddressDevice) async throws {
    device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
    try await device.session { book in
      let (id, _) = try await book.add(.home)
      _ = await book.undecided()
      device.server.change { $0.closedCities = [] }
      try await book.change(id, to: .work)
      let state = await book.settled()
      #expect(state.addresses.map(\.address) == [.work])
      #expect(state.addresses.map(\.id) == [id])
      #expect(device.streets == ["Самал-2"])
    }
  }

  func twins(_ device: some AddressDevice) async throws {
    device.gate.close(for: .offline)
    try await device.session { book in
      let (id, _) = try await book.add(.home)
      device.server.change { server in
        server.addElsewhere(Address.home.with(.doorCode, "").with(.comment, "call").view)
      }
      device.gate.open(for: .offline)
      let state = await book.settled()
      #expect(state.addresses.map(\.id) == [id])
      #expect(state[id]?.address == .home.with(.comment, "call"))
      #expect(device.streets == ["Абай даңғылы"])
    }
  }

  func moved(_ device: some AddressDevice) async throws {
    try await away(device) { book, id, _ in
      try await book.change(id, to: .parents)
      try await book.add(.home)
      device.gate.open(for: .offline)
      let state = await book.settled()
      #expect(Set(state.addresses.map(\.address)) == [.parents, .home])
      #expect(Set(device.streets) == ["Абай даңғылы", "Жібек жолы"])
    }
  }
}
