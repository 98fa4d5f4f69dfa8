import Cart
import CartTestSupport
import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct TransferTests {
  private let device = CartDevice(ids: "account")
  private let guest = CartDevice(.memory, ids: "guest")
  private let burek = CartItem.sample(
    "pepperoni", "Burek", 3_000, city: RequestContext.belgrade.city)

  @Test(arguments: Backing.allCases)
  func `The carts of a guest are added once to those of their cities`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing, ids: "account")
    let carts = try await guestCarts()
    try await device.session(having: .cola, count: 5) { cart in
      device.gate.close(for: .offline)
      for _ in 1...2 { try await cart.importCarts(carts) }
      #expect(cart.state.quantity(of: .cola) == 8)
    }
    try await device.session { cart in
      try await cart.importCarts(carts)
      device.gate.open(for: .offline)
      await cart.when { $0.pending.isEmpty }
      #expect(cart.state.lines.map(\.quantity) == [8, 2])
      await device.settle(in: .belgrade, cart)
      await cart.when { $0.pending.isEmpty && $0.sync.fetch == .idle }
      #expect(cart.state.lines.map(\.quantity) == [1])
      try await cart.importCarts(carts)
      #expect(cart.state.pending.isEmpty)
      let another = CartDevice(.memory, ids: "another")
      let next = another.launch()
      another.city.settle(in: .belgrade)
      try await next.add(burek, count: 1)
      try await cart.importCarts(next.exported())
      #expect(cart.state.lines.map(\.quantity) == [2])
    }
  }

  @Test func `A line of a guest that does not fit is added as far as it fits`() async throws {
    let carts = try await guestCarts()
    try await device.session(having: .cola, count: 98) { cart in
      try await cart.importCarts(carts)
      await cart.settled()
      #expect(cart.state.quantity(of: .cola) == 99 && cart.state.quantity(of: .margherita) == 2)
    }
  }

  @Test
  func `The lines of a closed cart can be added again after the import, unless they have been`()
    async throws
  {
    try await guest.session(having: .margherita, count: 2) { cart in
      try await cart.add(.cola, count: 1)
      await cart.settled()
      guest.server.change { [id = cart.state.id ?? ""] in $0.close(id) }
      try await cart.refresh()
      try await cart.add(.margherita, count: 2)
      await cart.settled()
      let carts = try await cart.exported()
      try await device.session { account in
        try await account.importCarts(carts)
        await account.settled()
        #expect(account.state.quantity(of: .margherita) == 2)
        #expect(account.state.lines.count == 1)
        #expect(account.state.others.map(\.isClosed) == [true])
        #expect(account.state.others.flatMap(\.lines) == [.init(item: .cola, quantity: 1)])
      }
    }
  }

  @Test func `A fetch of all carts closes each cart of which the server says so`() async throws {
    try await device.session(having: .cola) { cart in
      let id = try #require(cart.state.id)
      await device.settle(in: .belgrade, cart)
      try await cart.add(burek, count: 2)
      await cart.settled()
      device.server.change { model in for cart in model.open { model.close(cart.id) } }
      device.server.spoil([.status(503)]) { $0.path.hasSuffix(id) }
      try await cart.refreshAllCarts()
      #expect(cart.state.others.map(\.isClosed) == [false, true])
      try await cart.refreshAllCarts()
      #expect(cart.state.others.map(\.isClosed) == [true, true])
      #expect(cart.state.others.flatMap(\.lines).map(\.quantity) == [1, 2])
    }
  }

  @Test func `An import without lines leaves the placed order and the offered lines of the user`()
    async throws
  {
    let guest = CartDevice(.memory, ids: "guest")
    var carts: ExportedCarts?
    for (owner, count) in [(guest, 1), (device, 5)] {
      try await owner.session(having: .cola, count: count) { cart in
        owner.server.change { [id = cart.state.id ?? ""] in $0.close(id) }
        try await cart.refreshAllCarts()
        if owner === guest { return carts = try await cart.exported() }
        try await cart.add(.margherita, count: 1)
        await cart.settled()
        try await cart.order()
        await cart.when { $0.placedOrders.first?.number != nil }
        let shown = cart.state
        try await cart.importCarts(try #require(carts))
        #expect(cart.state == shown && shown.others.flatMap(\.lines).map(\.quantity) == [5])
      }
    }
  }

  @Test func `An import of which the record was lost adds nothing again`() async throws {
    let carts = try await guestCarts()
    try await device.session(having: .cola, count: 2) { cart in
      try await cart.importCarts(carts)
      await cart.settled()
      // The twin has the same cart, but neither the record of the import nor its keys.
      let twin = CartDevice(device.server, .memory, ids: "twin")
      try await twin.session { [id = try #require(cart.state.id)] cart in
        try await cart.adopt(id, in: RequestContext.almaty.city)
        try await cart.refresh()
        try await cart.importCarts(carts)
        await cart.settled()
        #expect(cart.state.lines.map(\.quantity) == [5, 2])
      }
    }
  }

  @Test func `A guest's lines are added to those of a cart that is not chosen`() async throws {
    let carts = try await guestCarts()
    try await device.session(in: .belgrade) { cart in
      device.gate.close(for: .offline)
      try await cart.add(burek, count: 2)
      try await cart.add(.sample("cola", "Cola", 9, city: burek.city), count: 4)
      await device.settle(in: .almaty, cart)
      try await cart.importCarts(carts)
      let wanted = cart.state.others.flatMap(\.lines).map(\.quantity)
      #expect(wanted == [3, 4])
      #expect(
        cart.state.pending.filter { $0.city == burek.city }.last?.subject
          == .line(burek.line, name: "Burek", quantity: 3))
    }
  }

  @Test func `A guest's lines are added to what another device has meanwhile`() async throws {
    let carts = try await guestCarts()
    try await device.session(having: .cola) { cart in
      device.gate.close(for: .offline)
      try await cart.importCarts(carts)
      let id = try #require(cart.state.id)
      device.server.change { $0.setElsewhere(4, of: CartView.Item(.cola), in: id) }
      device.gate.open(for: .offline)
      await cart.when { $0.pending.isEmpty }
      #expect(cart.state.quantity(of: .cola) == 7)
    }
  }

  @Test(arguments: [nil, CartFulfillment(.pickup, "own")])
  func `Promo codes are imported, and the fulfillment of a user who has chosen none`(
    _ own: CartFulfillment?
  ) async throws {
    let (theirs, other) = (CartFulfillment(.delivery, "1"), CartFulfillment(.delivery, "2"))
    var carts: ExportedCarts?
    try await guest.session(having: .cola) { cart in
      guest.gate.close(for: .offline)
      try await cart.setFulfillment(theirs)
      try await cart.setPromo("ten", isWanted: true)
      await guest.settle(in: .belgrade, cart)
      carts = try await cart.exported()
    }
    #expect(carts?.fulfillments == [theirs])
    carts?.replace(theirs, with: other)
    try await device.session { cart in
      device.gate.close(for: .offline)
      if let own { try await cart.setFulfillment(own) }
      await device.settle(in: .belgrade, cart)
      for _ in 1...2 { try await cart.importCarts(try #require(carts)) }
      await device.settle(in: .almaty, cart)
      #expect(cart.state.fulfillment == (own ?? other))
      #expect(cart.state.promos.map(\.code) == ["TEN"])
    }
  }

  @Test func `No carts are added to one that is being ordered`() async throws {
    let carts = try await guestCarts()
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.order()
      await #expect(throws: CartError.orderInProgress) {
        try await cart.importCarts(carts)
      }
      try await cart.withdrawOrder()
      try await cart.importCarts(carts)
      #expect(cart.state.quantity(of: .margherita) == 3)
    }
  }

  @Test func `Carts are not exported while the server may have an order of them`() async throws {
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.order()
      #expect(try await !cart.exported().isEmpty)
      device.server.spoil(.answerLost, .lost, .lost, .lost)
      device.gate.open(for: .offline)
      await cart.when { $0.pending.first?.status == .maybeApplied }
      await #expect(throws: CartError.orderInProgress) { _ = try await cart.exported() }
    }
  }

  @Test func `A refused line is exported with the quantity wanted in its own city`() async throws {
    var carts: ExportedCarts?
    guest.server.spoil(.problem("soldOut"))
    try await guest.session { cart in
      try await cart.add(.pepperoni, count: 5)
      await cart.when { $0.pending.first?.status.isFailed == true }
      guest.gate.close(for: .offline)
      await guest.settle(in: .belgrade, cart)
      try await cart.add(burek, count: 2)
      await guest.settle(in: .almaty, cart)
      carts = try await cart.exported()
    }
    try await device.session { cart in
      try await cart.importCarts(try #require(carts))
      #expect(cart.state.quantity(of: .pepperoni) == 5)
      await device.settle(in: .belgrade, cart)
      #expect(cart.state.quantity(of: burek) == 2)
    }
  }

  /// The carts of a guest: three colas and two pizzas in Almaty, and one item in Belgrade.
  private func guestCarts() async throws -> ExportedCarts {
    guest.server.change { $0.menu.soldOut = ["margherita"] }
    let cart = guest.launch()
    guest.city.settle(in: .almaty)
    try await running(cart.run) {
      try await cart.add(.cola, count: 3)
      await cart.settled()
      // The server refuses this line, and the guest still wants it.
      try await cart.add(.margherita, count: 2)
      await cart.when { $0.pending.contains { $0.status.isFailed } }
      await guest.settle(in: .belgrade, cart)
      guest.gate.close(for: .offline)
      try await cart.add(burek, count: 1)
    }
    return try await cart.exported()
  }
}
