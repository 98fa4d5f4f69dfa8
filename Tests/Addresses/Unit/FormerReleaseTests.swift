import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@testable import Addresses

struct FormerReleaseTests {
  private let device = AddressDevice()

  private func keep(_ addresses: [KeptAddressV2]) async throws {
    let directory = StorageDirectory(device.directory)
    let repository = CollectionRepository(
      .memoryBackedByFile("addresses"), class: .userState, schema: KeptAddressV2.schema,
      in: directory)
    for address in addresses { try await repository.save(address) }
    directory.close()
  }

  private func address(_ id: String, serverID: String, isDefault: Bool = false) -> KeptAddressV2 {
    KeptAddressV2(
      id: id, serverID: serverID, city: RequestContext.almaty.city.rawValue, template: "KZ",
      alias: id,
      fields: [.init(type: "street", value: id), .init(type: "house", value: "1")], used: 5,
      isDefault: isDefault)
  }

  @Test func `An unsent address is sent once, under its id, and stays the default`() async throws {
    try await keep([address("a", serverID: "", isDefault: true), address("b", serverID: "")])
    device.gate.close(for: .offline)
    for _ in 0..<2 {
      try await device.session { book in
        let state = await book.when { $0.addresses.count == 2 }
        #expect(Set(state.addresses.map(\.id.rawValue)) == ["a", "b"])
        #expect(state.addresses.first(where: \.isDefault)?.id.rawValue == "a")
        #expect(state.pending.count == 3)
      }
    }
    device.gate.open(for: .offline)
    device.server.spoil(.answerLost, .answerLost)
    try await device.session { book in
      let state = await book.when { $0.pending.isEmpty && $0.sync.fetch == .idle }
      #expect(Set(state.addresses.map(\.id.rawValue)) == ["a", "b"])
      #expect(device.server.model.list.addresses.map(\.used) == [5, 5])
      #expect(device.server.model.list.addresses.count(where: \.isDefault) == 1)
    }
  }

  @Test func `An address of the server stays the server's`() async throws {
    device.server.change { $0.addElsewhere(Address.home.view) }
    let serverID = device.server.model.list.addresses[0].id
    try await keep([address("a", serverID: serverID), address("b", serverID: "gone")])
    try await device.session { book in
      let state = await book.settled()
      #expect(state.addresses.map(\.id.rawValue) == ["a"])
      #expect(state.addresses.map(\.address) == [.home])
      #expect(device.server.requests.count == 1)
    }
  }
}
