import Addresses
import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct SendingTests {
  private let device = AddressDevice()

  @Test func `Nothing is asked for before a city is settled`() async throws {
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

  @Test func `Offline a change waits, says why, and is sent afterward`() async throws {
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

  @Test func `The server's addresses are shown after a restart without a network`() async throws {
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

  @Test func `A refresh sends the validator of the list`() async throws {
    try await device.session { book in
      try await book.add(.home)
      await book.settled()
      for _ in 0..<2 { try await book.refresh() }
      let etag = try #require(ETag(rawValue: "\"r\(device.server.model.list.revision)\""))
      #expect(device.server.requests.last?.ifChangedSince == etag)
      #expect(book.state.addresses.map(\.address) == [.home])
    }
  }

  @Test
  func `An address keeps its id on this device when the server gives it one; both find it`()
    async throws
  {
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
