import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Cart

/// The stored record of a cart, and what of it a launch uses.
struct CartRecordTests {
  /// A journal in which removed entries remain, as after a kill before each removal.
  private final class KeptJournal: OutboxStore {
    private let saved = Mutex<[Int: OutboxEntry]>([:])

    func entries() async throws(StorageError) -> [OutboxEntry] {
      saved.withLock { saved in saved.values.sorted { $0.id < $1.id } }
    }

    func write(_ entries: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
      saved.withLock { saved in for entry in entries { saved[entry.id] = entry } }
      return .written
    }
  }

  private let server = CartServerDouble()
  private let record = SingleRepository<CartRecord>(inMemory: nil)
  private let journal = KeptJournal()

  /// Launches an app with a cart in Almaty, and runs the cart during `body`.
  private func launch(
    behind gate: Gate = Gate(), _ body: (DefaultShoppingCart, SettledCity) async throws -> Void
  ) async throws {
    let city = SettledCity(.almaty, gate: gate)
    var environment = FeatureEnvironment(transport: server, city: city, clock: InstantClock())
    environment.makeJournal = { [journal] _ in journal }
    let cart = DefaultShoppingCart(record: record, in: environment)
    try await running(cart.run) { try await body(cart, city) }
  }

  @Test
  func `An addition that the server has applied counts once in a cart that was never fetched`()
    async throws
  {
    try await launch { cart, _ in
      _ = try await cart.add(.margherita, count: 2)
      await cart.settled()
    }
    try await launch(behind: Gate(closedFor: [.offline])) { cart, city in
      await cart.when { $0.sync.isLoaded }
      city.settle(in: .belgrade)
      await cart.when { $0.city == .belgrade }
      city.gate.open(for: .offline)
      city.settle(in: .almaty)
      await cart.when { $0.city == .almaty }
      try await cart.refresh()
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    }
  }

  @Test func `An acknowledged order leaves nothing in the record`() async throws {
    try await launch { cart, _ in
      for number in 1...2 {
        _ = try await cart.add(.margherita, count: 1)
        await cart.settled()
        try await cart.order()
        await cart.when { $0.order == .placed("N-\(number)") }
      }
      let ids = cart.state.placedOrders.map(\.id)
      try await cart.acknowledge(ids[0])
      #expect(try await record.value()?.placed?.map(\.number) == ["N-2"])
      try await cart.acknowledge(ids[1])
      let stored = try #require(try await record.value())
      #expect(stored.placed == nil && stored.ordered == "N-2")
    }
  }

  @Test func `No carts of another user are added without an error, also during an order`()
    async throws
  {
    let key = try #require(IdempotencyKey(rawValue: "key"))
    try await launch { cart, city in
      _ = try await cart.add(.margherita, count: 1)
      await cart.settled()
      city.gate.close(for: .offline)
      try await cart.order()
      _ = try await cart.addAbandonedCarts(cart.abandonedCarts(), key: key)
      #expect(try await record.value()?.transfer == nil)
    }
  }

  @Test func `An order is sent with the lines that the user added, and shown with all`()
    async throws
  {
    try await launch { cart, _ in
      _ = try await cart.add(.margherita, count: 2)
      _ = try await cart.setPromo("GIFT", isWanted: true)
      await cart.when { $0.lines.contains { $0.kind == .gift } && $0.pending.isEmpty }
      try await cart.order()
      let placed = await cart.when { $0.order == .placed("N-1") }.placedOrders.first
      #expect(placed?.lines.map(\.kind) == [.chosen, .gift])
      let request = try #require(server.requests.last { $0.path.hasSuffix("/order") })
      guard case .post(let body) = request.method else {
        Issue.record("no order was sent")
        return
      }
      let order = try JSONDecoder().decode(OrderContent.self, from: body.bytes)
      #expect(order.lines == [.init(configuration: CartItem.margherita.configuration, quantity: 2)])
      #expect(order.due == 5_000)
      let members = try JSONSerialization.jsonObject(with: body.bytes) as? [String: Any]
      #expect(members?["operation"] as? String == placed?.id && placed != nil)
    }
  }

  // MARK: Placed orders

  @Test func `An order ends its cart and removes what was abandoned in its city`() {
    var base = CartBase(CartRecord(id: "c", city: .almaty, left: []))
    base.record?.abandon(abandoned(.almaty, 1))
    base.record?.abandon(abandoned(.belgrade, 1))
    base.place(order("o"), as: "N-1")
    #expect(base.record?.id == nil && base.record?.left == ["c"])
    #expect(base.record?.ordered == "N-1")
    #expect(base.record?.placed?.map(\.number) == ["N-1"])
    #expect(base.record?.abandoned.map(\.id) == [.belgrade])
  }

  @Test func `An order is recorded once, also if its answer arrives again after the next cart`() {
    var base = CartBase(CartRecord(id: "next", city: .almaty, left: []))
    for _ in 1...2 { base.place(order("o"), as: "N-2") }
    #expect(base.record?.placed?.map(\.number) == ["N-2"])
    #expect(base.record?.id == "next" && base.record?.ordered == nil)
    base.record?.placed = nil
    base.place(order("o"), as: "N-2")
    #expect(base.record?.placed == nil, "an acknowledged order is back")
  }

  @Test func `An order of a release that stored no lines has those of its own cart only`() {
    let content = OrderContent(due: 600, lines: [])
    let change = CartChange(cart: "c", operation: "o", edit: .order(content))
    var base = CartBase(CartRecord(id: "c", city: .almaty))
    base.server = ServerCart(CartLine(.cola, 2))
    #expect(base.order(of: change)?.lines.map(\.quantity) == [2])
    #expect(base.order(of: CartChange(cart: "d", operation: "o", edit: .order(content))) == nil)
  }

  // MARK: Abandoning

  @Test func `An abandoned cart leaves nothing but its id, and another cart stays`() {
    var base = CartBase(CartRecord(id: "c", city: .almaty, left: ["a"], order: []))
    base.abandon("another")
    #expect(base.record?.id == "c")
    base.abandon("c")
    #expect(base.record == CartRecord(city: .almaty, left: ["a", "c"]) && base.isExamined)
    base.take(ServerCart(), isFetched: true)
    #expect(base.server == nil)
  }

  @Test func `Fetched lines of an abandoned cart are added once`() {
    let carts = ["a", "b"].map { UnfetchedCart(id: $0, city: .almaty, complete: []) }
    var base = CartBase(CartRecord(city: .belgrade))
    base.record?.add([])
    #expect(base.record?.unfetched == nil)
    base.record?.add(carts)
    for (number, cart) in carts.enumerated() {
      base.completed = [CompletedCart(cart: cart, lines: [CartLine(.cola, 3)])]
      base.addCompleted()
      #expect(base.completed.isEmpty && base.record?.unfetched == (number == 0 ? [carts[1]] : nil))
    }
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.quantity) == [6])
    // A dismissal of the first cart's units has to remove them from the sum.
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.cart) == ["a"])
    #expect(base.record?.earlierOffers == nil)
  }

  // MARK: Limits

  @Test func `A record has the newest 20 abandoned carts, 20 unfetched carts and 100 orders`() {
    var base = CartBase(CartRecord(city: .almaty, left: []))
    for number in 1...101 {
      let id = base.cart(in: .almaty) { "c\(number)" }
      base.place(order("o\(number)", of: id), as: "N-\(number)")
      if number == 100 { #expect(base.record?.placed?.count == 100) }
    }
    #expect(base.record?.placed?.map(\.number) == (2...101).map { "N-\($0)" })
    var record = CartRecord(city: .almaty)
    let carts = (1...21).map { abandoned(CityID(rawValue: $0), 1) }
    for cart in carts { record.abandon(cart) }
    #expect(record.abandoned == Array(carts.dropFirst()))
    let unfetched = (1...21).map { UnfetchedCart(id: "\($0)", city: .almaty, complete: []) }
    record.add(Array(unfetched.prefix(20)))
    #expect(record.unfetched?.count == 20)
    record.add([unfetched[20]])
    #expect(record.unfetched == Array(unfetched.dropFirst()))
  }

  @Test func `A line of the carts of two users has at most 99 units`() {
    var record = CartRecord(city: .almaty)
    for _ in 1...2 { record.add(abandoned(.almaty, 60)) }
    #expect(record.abandoned.flatMap(\.lines).map(\.quantity) == [99])
  }

  @Test func `A cart with pending changes stays abandoned however many follow`() {
    var base = CartBase()
    base.labels = [CartItem.cola.line: .cola]
    for number in 1...25 {
      let id = base.cart(in: .almaty) { "cart-\(number)" }
      base.abandon(id)
      base.forgetAbandoned(except: ["cart-2"])
    }
    #expect(base.record?.left == ["cart-2"] + (6...25).map { "cart-\($0)" })
    #expect(base.labels == [CartItem.cola.line: .cola])
  }

  @Test func `Only the shown units of a cart are dismissed, and only in its city`() {
    var record = CartRecord(city: .almaty)
    for city in [CityID.almaty, .belgrade] { record.abandon(abandoned(city, 3)) }
    record.dismiss(abandoned(.almaty, 2))
    #expect(record.abandoned == [abandoned(.almaty, 1), abandoned(.belgrade, 3)])
    record.dismiss(abandoned(.almaty, 1))
    #expect(record.abandoned == [abandoned(.belgrade, 3)])
  }

  // MARK: Releases

  private static let history = ReleaseHistory("cart", class: .critical)
    .release(StoredSchema(CartRecord.self)) { write in
      let placed = [write % 90 + 1, write % 90 + 2].map { number in
        let lines = [CartLine(.margherita, number)]
        let (price, home) = (CartItem.cola.unitPrice, CartFulfillment(.delivery, "home"))
        var order = PlacedOrder(
          id: "key-\(number)", city: .almaty, lines: lines,
          totals: CartTotals(
            lines, fees: [.init(kind: "delivery", amount: price)], in: price.currency,
            isEstimate: false), fulfillment: home)
        order.number = "N-\(number)"
        return order
      }
      return CartRecord(
        id: "cart-\(write)", city: 1_526_384, placed: placed, ordered: "N-\(write)",
        left: ["cart-0"], order: [CartItem.cola.line])
    } facts: { record in
      ["id": record.id ?? "", "placed": "\(record.placed ?? [])", "ordered": record.ordered ?? ""]
    }

  @Test(arguments: MigrationContract.allCases)
  func `Every rule of stored values holds for the record`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.history)
  }

  // MARK: Samples

  private func order(_ id: String, of cart: String = "c") -> CartChange {
    CartChange(cart: cart, operation: id, edit: .order(id))
  }

  private func abandoned(_ city: CityID, _ quantity: Int) -> AbandonedCart {
    AbandonedCart(
      reason: .cityChanged(from: city),
      lines: [.init(item: .sample("cola", "Cola", 600, city: city), quantity: quantity)])
  }
}
