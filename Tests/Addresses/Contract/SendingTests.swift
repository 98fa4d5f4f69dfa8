import Addresses
import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct SendingTests {
  @Test(arguments: Backing.allCases)
  func `Nothing is asked for before a city is settled`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    try await device.session(in: nil) { book, city in
      #expect(book.state.addresses.isEmpty && book.state.city == nil)
      await #expect(throws: AddressError.sync(.noCity)) { try await book.add(.home) }
      #expect(device.server.requests.isEmpty)

      city.settle(in: .almaty)
      let state = await book.settled()
      #expect(state.template?.fields.first?.type == .street)
      #expect(state.preselected == nil && state.addresses.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An added address is shown at once and sent once`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    try await device.session { book in
      let id = try await book.add(.home)
      let shown = try #require(book.state[id])
      #expect(shown.address == .home)
      #expect(shown.lines == ["Абай даңғылы, 25/1, кв. 7", "домофон 7К123"])

      let state = await book.settled()
      #expect(state.addresses.map(\.status) == [.confirmed])
      #expect(state.addresses.map(\.unsynced) == [[]])
      #expect(device.server.model.list.addresses.map(\.address) == [Address.home.view])
      #expect(device.changes == 1)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Offline a change waits, says why, and is sent afterward`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    device.gate.close(for: .offline)
    try await device.session { book in
      try await book.add(.home)
      let work = try await book.add(.work)
      try await book.makeDefault(work)
      let state = await book.when { state in
        state.pending.count == 3 && state.sync.fetch == .closed([.offline])
          && state.pending[0].reason == .gateClosed([.offline])
      }
      #expect(state.addresses.map(\.status) == [.pending, .pending])
      #expect(state[work]?.unsynced == [.existence, .preference])
      #expect(device.server.requests.isEmpty)

      device.gate.open(for: .offline)
      await book.settled()

      #expect(Set(device.streets) == ["Абай даңғылы", "Самал-2"])
      let preferred = device.server.model.list.addresses.filter(\.isDefault)
      #expect(preferred.map(\.id) == [book.state[work]?.serverID])
    }
  }

  @Test func `An unsent change is shown after an offline restart, and sent once`() async throws {
    let device = AddressDevice()
    device.gate.close(for: .offline)
    var id = SavedAddress.ID(rawValue: "")
    try await device.session { book in id = try await book.add(.home) }
    for _ in 0..<2 {
      try await device.session { book in
        let state = await book.when { !$0.addresses.isEmpty }
        #expect(state[id]?.address == .home)
        #expect(state[id]?.unsynced == [.existence])
      }
    }
    device.gate.open(for: .offline)
    try await device.session { book in
      await book.when { $0.pending.isEmpty && $0.addresses.count == 1 && $0.sync.fetch == .idle }
      #expect(device.streets == ["Абай даңғылы"])
      #expect(book.state.addresses.map(\.id) == [id])
    }
  }

  @Test func `The server's addresses are shown after a restart without a network`() async throws {
    let device = AddressDevice()
    try await device.session { book in
      let id = try await book.add(.home)
      try await book.add(.work)
      try await book.use(id)
      await book.settled()
    }
    device.gate.close(for: .offline)
    try await device.session { book in
      let state = await book.when { $0.addresses.count == 2 }
      #expect(state.addresses.map(\.address) == [.home, .work])
      #expect(state.addresses.map(\.status) == [.confirmed, .confirmed])
      #expect(state.addresses[0].lastUsed == device.time.now)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A refresh sends the validator of the list`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    try await device.session { book in
      try await book.add(.home)
      await book.settled()
      for _ in 0..<2 { try await book.refresh() }
      let etag = try #require(ETag(rawValue: "\"r\(device.server.model.list.revision)\""))
      #expect(device.server.requests.last?.precondition == .hasChanged(since: etag))
      #expect(book.state.addresses.map(\.address) == [.home])
    }
  }

  @Test func `An address whose answer was lost is not made twice, and keeps its id`() async throws {
    let device = AddressDevice()
    device.server.spoil(.answerLost, .lost, .answerLost)
    try await device.session { book in
      let id = try await book.add(.home)
      await book.settled()
      #expect(device.streets == ["Абай даңғылы"])
      try await book.change(id, to: .home.with(.floor, "3"))
      let state = await book.settled()
      #expect(state.addresses.map(\.id) == [id])
      #expect(device.server.model.list.addresses.map { $0.address["floor"] } == ["3"])
    }
    device.server.spoil(.answerLost)
    device.gate.close(for: .offline)
    var id = SavedAddress.ID(rawValue: "")
    try await device.session { book in id = try await book.add(.work) }
    try await device.session { book in
      device.gate.open(for: .offline)
      let state = await book.when { $0[id]?.status == .confirmed && $0.pending.isEmpty }
      #expect(state.addresses.count == 2)
      #expect(device.streets == ["Абай даңғылы", "Самал-2"])
    }
  }

  @Test
  func `An address keeps its id on this device when the server gives it one; both find it`()
    async throws
  {
    let device = AddressDevice()
    device.gate.close(for: .offline)
    try await device.session { book in
      let id = try await book.add(.home)
      #expect(book.state[id]?.serverID == "")
      device.gate.open(for: .offline)
      let state = await book.settled()
      let serverID = try #require(state[id]?.serverID)
      #expect(!serverID.isEmpty && serverID != id.rawValue)
      #expect(state[SavedAddress.ID(rawValue: serverID)]?.id == id)

      device.server.change { $0.addElsewhere(Address.work.view) }
      try await book.refresh()
      let other = try #require(book.state.addresses.first { $0.address == .work })
      #expect(other.id.rawValue == other.serverID)
    }
    try await device.session { book in
      let state = await book.when { $0.addresses.count == 2 && $0.sync.fetch == .idle }
      #expect(state.addresses.contains { $0.address == .home && $0.id.rawValue != $0.serverID })
    }
  }

  @Test(arguments: Backing.allCases)
  func `An address that is removed before it was sent is not sent`(
    _ backing: Backing
  ) async throws {
    let device = AddressDevice(backing)
    device.gate.close(for: .offline)
    try await device.session { book in
      let id = try await book.add(.home)
      try await book.change(id, to: .work)
      try await book.use(id)
      try await book.remove(id)
      #expect(book.state.addresses.isEmpty && book.state.pending.isEmpty)
      device.gate.open(for: .offline)
      await book.settled()
      #expect(device.changes == 0)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Changes of an unsent address are sent as one`(_ backing: Backing) async throws {
    let device = AddressDevice(backing)
    try await device.session { book in
      let id = try await book.add(.home)
      await book.settled()
      device.gate.close(for: .offline)
      try await book.change(id, to: .home.with(.floor, "1"))
      try await book.change(id, to: .home.with(.floor, "2"))
      let other = try await book.add(.work)
      try await book.change(other, to: .work.labeled("office"))
      device.gate.open(for: .offline)
      await book.settled()
      #expect(device.changes == 3)
      #expect(device.server.model.list.addresses.map(\.address.label) == ["home", "office"])
      #expect(device.server.model.list.addresses[0].address["floor"] == "2")
    }
  }

  @Test func `A removed address disappears at once, and later from the server`() async throws {
    let device = AddressDevice()
    try await device.session { book in
      let id = try await book.add(.home)
      await book.settled()
      device.gate.close(for: .offline)
      try await book.remove(id)
      #expect(book.state.addresses.isEmpty)
      #expect(book.state.pending.map(\.parts) == [[.removal]])
      #expect(device.streets == ["Абай даңғылы"])
    }
    try await device.session { book in
      await book.when { !$0.pending.isEmpty }
      #expect(book.state.addresses.isEmpty)
      device.gate.open(for: .offline)
      await book.settled()
      #expect(book.state.addresses.isEmpty && device.streets.isEmpty)
    }
  }
}

extension AddressDevice {
  /// The server's addresses, by street or microdistrict.
  var streets: [String] {
    server.model.list.addresses.map { view in
      view.address["street"] + view.address["microdistrict"]
    }
  }

  /// The number of changes that were sent, including those that did not arrive.
  var changes: Int { server.requests.count { $0.method != .get } }
}
