import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Testing

@testable import Addresses
@testable import Sync

@Suite("An attempt to send a change of an address")
struct AddressSendingTests {
  private let server = AddressesServerDouble()

  @Test func `A change without a server id finds its address by the id on this device`() async {
    server.change { $0.addElsewhere(Address.home.view) }
    let removal = AddressChange(address: id, operation: "removal", edit: .remove)
    let outcome = await send(removal, on: AddressBase([kept(id)]))
    #expect(outcome.update != nil)
    #expect(server.model.list.addresses.isEmpty)
  }

  @Test func `A change finds a new address by the server id from the response to the addition`()
    async throws
  {
    let addition = AddressChange(
      address: id, operation: "addition", edit: .make(.home, used: 0),
      serverID: AddressChange.noServerID)
    let serverID = try #require(await send(addition, on: AddressBase()).update?.serverID)
    #expect(serverID == server.model.list.addresses.first?.id)

    // The device has lost its id of the address.
    let base = AddressBase([kept(SavedAddress.ID(rawValue: serverID))])
    let edit = AddressChange(
      address: id, operation: "edit", edit: .patch(.work, used: 0),
      serverID: AddressChange.noServerID)
    let outcome = await send(edit, serverIDs: [edit.lane.description: serverID], on: base)
    let update = try #require(outcome.update)
    #expect(update.serverID == nil)
    #expect(server.model.list.addresses.map(\.address) == [Address.work.view])
  }

  private let id = SavedAddress.ID(rawValue: "id")

  private func kept(_ id: SavedAddress.ID) -> KeptAddress {
    KeptAddress(
      id: id, serverID: "s1", address: .home, used: 0, isDefault: false, obstacle: "")
  }

  private func send(
    _ change: AddressChange, serverIDs: [String: String] = [:], on base: AddressBase
  ) async -> SendOutcome<AddressChange, AddressBase> {
    let outgoing = OutgoingChange(
      change: change, key: change.operation, serverIDs: serverIDs, id: 1, mayBeApplied: false)
    return await AddressModel(transport: server, templates: .samples)
      .send(outgoing, on: base, in: .almaty)
  }
}

extension SendOutcome {
  /// The update of a change that the server has applied; `nil` if it was not applied.
  fileprivate var update: ServerUpdate<Base>? {
    if case .applied(let update) = self { update } else { nil }
  }
}
