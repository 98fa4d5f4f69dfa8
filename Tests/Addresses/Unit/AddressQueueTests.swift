import AddressesTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import SyncTestSupport
import Testing

@testable import Addresses
@testable import Sync

struct AddressQueueTests {
  private static let home = Address.sample("home", [.street: "A", .house: "1"])
  private static let work = home.with(.house, "2")
  private static let moved = home.with(.house, "3")

  @Test func `An address holds its place until its change has been sent`() {
    let queue = AddressQueue(
      addresses: [kept("a", Self.home)], items: [item(1, "a", .patch(Self.work, used: 0))])

    #expect(queue.isOccupied(place(Self.home), byOtherThan: lane("b")))
    #expect(queue.isOccupied(place(Self.work), byOtherThan: lane("b")))
    #expect(!queue.isOccupied(place(Self.home), byOtherThan: lane("a")))
    #expect(!queue.isOccupied(place(Self.moved), byOtherThan: lane("b")))
  }

  @Test func `A refused change is repeated with the newest content whose place is free`() {
    let refused = item(1, "b", .patch(Self.moved, used: 0), .conflict)
    var queue = AddressQueue(
      addresses: [kept("a", Self.home)],
      items: [refused, item(2, "b", .patch(Self.home, used: 0))])
    #expect(queue.retryChange(of: refused) { "" }?.edit == .patch(Self.home, used: 0))

    queue.items.append(item(3, "a", .patch(Self.work, used: 0)))

    #expect(queue.retryChange(of: refused) { "" }?.edit.content == Self.moved)
    #expect(queue.resolutions().isEmpty)
  }

  @Test func `A change that was not refused is not replaced`() {
    let sent = item(1, "a", .patch(Self.work, used: 0))
    let queue = AddressQueue(addresses: [kept("a", Self.home)], items: [sent])
    #expect(queue.retryChange(of: sent) { "" } == nil)
  }

  @Test func `A new address has the time of its order, if there was one`() {
    let times: [Int64] = [0, 1, 5]
    let queue = AddressQueue(
      items: times.map { item(Int($0), "\($0)", .make(Self.home, used: $0)) })
    #expect(queue.shown().map(\.lastUsed?.milliseconds) == [nil, 1, 5])
  }

  @Test func `A refused content keeps its place, and the newest one of its address counts`() {
    var queue = AddressQueue(items: [
      item(1, "a", .make(Self.home, used: 0), .conflict), item(2, "b", .make(Self.work, used: 0)),
    ])
    #expect(queue.refusedContents.map(\.1) == [Self.home])

    queue.items.append(item(3, "a", .patch(Self.moved, used: 0)))

    #expect(queue.refusedContents.map(\.0.rawValue) == ["a"])
    #expect(queue.refusedContents.map(\.1) == [Self.moved])
    queue.items.append(item(4, "b", .remove))
    #expect(queue.resolutions() == [])
  }

  @Test func `A change that was refused twice is given up only if no address waits for its place`()
  {
    let refused = item(1, "a", .remove, .conflict)
    var queue = AddressQueue(
      addresses: [kept("a", Self.home)],
      items: [refused, item(2, "b", .make(Self.work, used: 0)), item(3, "a", .remove)])
    #expect(queue.resolutions() == [.discard(1)])

    queue.items[1] = item(2, "b", .make(Self.home, used: 0), after: [lane("a")])

    #expect(queue.resolutions() == [])
  }

  @Test(arguments: [(nil, 0), ("other", 0), ("id", 1)])
  func `A removal of an address that the server does not have is applied without a request`(
    _ stored: String?, requests: Int
  ) async {
    let removal = item(1, "id", .remove)
    var base = AddressBase(stored.map { [kept($0, Self.home)] } ?? [])
    base.update(with: [removal])
    let outgoing = OutgoingChange(
      change: change(1, "id", .remove), key: "key", id: 1, mayBeApplied: false, tappedAt: nil)
    let server = AddressesServerDouble()
    let model = AddressModel(transport: server, templates: .samples)
    guard case .applied = await model.send(outgoing, on: base, in: .almaty) else {
      Issue.record("it is refused or sent again")
      return
    }
    #expect(server.requests.count == requests)
  }

  private func lane(_ id: String) -> Lane { .address(SavedAddress.ID(rawValue: id)) }

  private func kept(_ id: String, _ address: Address) -> StoredAddress {
    StoredAddress(
      id: SavedAddress.ID(rawValue: id), serverID: "s", address: address, used: 0,
      isDefault: false, obstacle: "")
  }

  private func item(
    _ number: Int, _ id: String, _ edit: AddressEdit,
    _ refusal: ChangeRefusal<DeliveryRestriction>? = nil, after: Set<Lane> = []
  ) -> OutboxItem<AddressChange> {
    OutboxItem(
      id: ChangeID(rawValue: number), lane: lane(id),
      change: change(number, id, edit, after: after), mayBeApplied: false,
      reason: refusal == nil ? .inFlight : .needsDecision, refusal: refusal)
  }

  private func change(
    _ number: Int, _ id: String, _ edit: AddressEdit, after: Set<Lane> = []
  ) -> AddressChange {
    AddressChange(
      address: SavedAddress.ID(rawValue: id), operation: "\(number)", edit: edit, after: after)
  }
}
