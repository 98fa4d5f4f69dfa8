import Addresses
import AddressesTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct DecidingTests {
  private let device = AddressDevice()

  @Test func `A change is marked by what is not sent, and is sent once`() async throws {
    try await away { book, id, _ in
      try await book.use(id)
      #expect(book.state.pending.map(\.parts) == [[.use]])
      try await book.change(id, to: .home.with(.floor, "4"))
      #expect(book.state.pending.map(\.parts) == [[.fields, .use]])
      #expect(book.state[id]?.unsynced == [.fields, .use])
      #expect(book.state[id]?.address[.floor] == "4")
      try await book.makeDefault(id)
      #expect(book.state.pending.map(\.parts) == [[.fields, .use], [.preference]])
      #expect(book.state[id]?.unsynced == [.fields, .use, .preference])
      device.gate.open(for: .offline)
      await book.settled()
      #expect(book.state[id]?.unsynced == [])
      #expect(device.server.model.list.addresses.map { $0.address["floor"] } == ["4"])
      #expect(device.changes == 3)
    }
  }

  @Test func `An address that was removed elsewhere disappears after any change without content`()
    async throws
  {
    try await device.session { book in
      for change in [
        { _ = try await book.use($0) }, { _ = try await book.makeDefault($0) },
        { _ = try await book.remove($0) },
      ] as [(SavedAddress.ID) async throws -> Void] {
        let id = try await book.add(.home)
        let serverID = try #require(await book.settled()[id]?.serverID)
        device.server.change { $0.removeElsewhere(serverID) }
        try await change(id)
        let state = await book.settled()
        #expect(state.addresses.isEmpty)
      }
    }
  }

  @Test func `A change that waits is shown over another device's`() async throws {
    try await away { book, id, serverID in
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

  @Test func `A change of a removed address can be given up`() async throws {
    try await removedElsewhere { book, id, _, wait in
      #expect(wait.status == .failed(.rejected(.removedElsewhere)))
      #expect(wait.address == id && wait.wanted == .home.with(.floor, "4"))
      let shown = try #require(book.state[id])
      #expect(shown.status == .failed(.rejected(.removedElsewhere)))
      #expect(shown.address[.floor] == "4")
      try await book.discard(wait.id)
      let state = await book.settled()
      #expect(state.addresses.isEmpty && device.streets.isEmpty)
    }
  }

  @Test func `A retry of its change creates the address again, once`() async throws {
    try await removedElsewhere { book, id, serverID, wait in
      device.server.spoil(.answerLost)
      try await book.retry(wait.id)
      let state = await book.settled()
      #expect(state.addresses.map(\.id) == [id])
      #expect(state.addresses.map(\.status) == [.confirmed])
      #expect(state[id]?.serverID != serverID)
      #expect(device.server.model.list.addresses.map { $0.address["floor"] } == ["4"])
    }
  }

  @Test
  func `An address that was removed elsewhere before the answer arrived is not created again`()
    async throws
  {
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

  @Test func `A refusal takes back no other effect`() async throws {
    try await away { book, id, _ in
      try await book.change(id, to: .parents)
      device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
      device.gate.open(for: .offline)
      let wait = try #require(await book.undecided())
      #expect(wait.wanted == .parents)
      #expect(book.state[id]?.address == .home)
      #expect(book.state[id]?.status == .failed(.rejected(.cityClosed)))
      await #expect(throws: AddressError.duplicate(of: id)) { try await book.add(.parents) }
      await #expect(throws: AddressError.duplicate(of: id)) {
        try await book.adopt(.parents, from: id)
      }
      try await book.discard(wait.id)
      let state = await book.settled()
      #expect(state[id]?.status == .confirmed && state[id]?.address == .home)
    }
  }

  @Test func `A correction replaces the refused change`() async throws {
    try await device.session { book in
      device.gate.close(for: .offline)
      let id = try await book.add(.home)
      try await book.makeDefault(id)
      device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
      device.gate.open(for: .offline)
      _ = await book.undecided()
      device.gate.close(for: .offline)
      device.server.change { $0.closedCities = [] }
      try await book.change(id, to: .work)
      #expect(book.state.pending.map(\.parts) == [[.existence], [.preference]])
      #expect(book.state[id]?.address == .work)
      device.gate.open(for: .offline)
      let state = await book.settled()
      #expect(state.addresses.map(\.isDefault) == [true])
      #expect(device.streets == ["Самал-2"])
    }
  }

  @Test
  func `A retry of a change that may have been applied sends the same change again`() async throws {
    device.gate.close(for: .offline)
    try await device.session { book in try await book.add(.home) }
    try await device.session { book in
      let change = try #require(await book.when { !$0.pending.isEmpty }.pending.first)
      #expect(change.status == .maybeApplied)
      try await book.retry(change.id)
      #expect(book.state.pending.map(\.status) == [.maybeApplied])
      device.gate.open(for: .offline)
      await book.settled()
      #expect(device.streets == ["Абай даңғылы"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A removal of an address that the server refused needs no decision after a restart`(
    _ backing: Backing
  ) async throws {
    let device = AddressDevice(backing)
    device.server.change { $0.closedCities = [RequestContext.almaty.city.rawValue] }
    try await device.session { book in
      let id = try await book.add(.home)
      _ = await book.undecided()
      device.gate.close(for: .offline)
      try await book.remove(id)
      await book.when { !$0.pending.contains(where: \.isUndecided) }
    }
    device.gate.open(for: .offline)
    try await device.session { book in
      let state = await book.settled()
      #expect(state.addresses.isEmpty)
    }
  }

  @Test func `The same place from two devices is one address`() async throws {
    device.gate.close(for: .offline)
    try await device.session { book in
      let id = try await book.add(.home)
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

  @Test
  func `A place is taken only after the address there has left, even if that is refused twice`()
    async throws
  {
    try await away { book, id, serverID in
      try await book.change(id, to: .parents)
      let other = try await book.add(.home)
      try await book.remove(id)
      // The refused change becomes the removal, which is refused, too.
      device.server.spoil(.problem("notNow"), .problem("notNow"))
      device.gate.open(for: .offline)
      let state = await book.when {
        $0.pending.contains { $0.isUndecided && $0.parts == [.removal] }
      }
      #expect(device.server.model.list.addresses.map(\.id) == [serverID])
      try await book.retry(try #require(state.pending.first(where: \.isUndecided)).id)
      let last = await book.settled()
      #expect(last.addresses.map(\.id) == [other])
      #expect(device.streets == ["Абай даңғылы"])
    }
  }

  /// Edits an address offline while another device removes it, and reconnects.
  private func removedElsewhere(
    _ body: (any AddressBook, SavedAddress.ID, String, PendingAddressChange) async throws -> Void
  ) async throws {
    try await away { book, id, serverID in
      try await book.change(id, to: .home.with(.floor, "4"))
      device.server.change { $0.removeElsewhere(serverID) }
      device.gate.open(for: .offline)
      try await body(book, id, serverID, try #require(await book.undecided()))
    }
  }

  /// Creates a book with one address that the server has stored, closes the gate, and runs `body`.
  private func away(
    _ body: (any AddressBook, _ id: SavedAddress.ID, _ serverID: String) async throws -> Void
  ) async throws {
    try await device.session { book in
      let id = try await book.add(.home)
      let state = await book.settled()
      device.gate.close(for: .offline)
      try await body(book, id, try #require(state[id]?.serverID))
    }
  }
}
