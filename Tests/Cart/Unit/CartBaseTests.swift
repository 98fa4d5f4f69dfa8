import CartTestSupport
import Networking
import NetworkingTestSupport
import Pricing
import Storage
import Sync
import Synchronization
import Testing

@testable import Cart

@Suite("The confirmed state of a cart")
struct CartBaseTests {
  private static let (almaty, belgrade) = (RequestContext.almaty.city, RequestContext.belgrade.city)

  private func line(
    _ item: CartItem, _ quantity: Int = 1, kind: CartLine.Kind = .chosen
  ) -> CartLine {
    CartLine(
      id: item.line, kind: kind, item: item, quantity: quantity,
      price: .estimate(item.unitPrice, quantity), problems: [], status: .confirmed)
  }

  private func server(
    _ id: String = "c", version: Int = 1, _ lines: CartLine..., fulfillment: CartFulfillment? = nil
  ) -> ServerCart {
    ServerCart(
      id: id, version: version, city: Self.almaty, currency: CartItem.cola.unitPrice.currency,
      fulfillment: fulfillment, lines: lines, promos: [], fees: [],
      minimum: .zero(CartItem.cola.unitPrice.currency), problems: [])
  }

  private func abandoned(_ city: CityID, _ lines: (String, Int)...) -> AbandonedCart {
    AbandonedCart(
      reason: .cityChanged(from: city),
      lines: lines.map { .init(item: .sample($0.0, $0.0, 600, city: city), quantity: $0.1) })
  }

  private func order(of cart: String, _ id: String) -> CartChange {
    let shown = PlacedOrder(
      id: id, city: Self.almaty, lines: [line(.cola)], totals: nil, fulfillment: nil)
    return CartChange(
      cart: cart, operation: id, edit: .order(OrderContent(due: 600, lines: [], shown: shown)))
  }

  // MARK: Abandoned carts

  @Test func `only the shown quantities of an abandoned cart are dismissed`() {
    var record = CartRecord(city: 1)
    record.abandoned = [
      abandoned(1, ("cola", 3), ("tea", 1), ("water", 2)), abandoned(2, ("cola", 1)),
    ]
    record.dismiss(abandoned(1, ("cola", 2), ("tea", 2), ("burek", 1)))
    #expect(
      record.abandoned == [abandoned(1, ("cola", 1), ("water", 2)), abandoned(2, ("cola", 1))])
    record.dismiss(abandoned(1, ("cola", 1), ("water", 2)))
    #expect(record.abandoned == [abandoned(2, ("cola", 1))])
  }

  @Test func `the dismissal of a line leaves the units that another cart has added since`() {
    func cola(_ quantity: Int, of cart: String) -> AbandonedCart {
      AbandonedCart(
        reason: .cityChanged(from: Self.almaty),
        lines: [.init(item: .cola, quantity: quantity, cart: cart)])
    }
    var record = CartRecord(city: Self.belgrade)
    record.add(cola(2, of: "a"))
    let shown = record.abandoned[0]
    record.add(cola(3, of: "b"))
    record.dismiss(shown)
    #expect(record.abandoned.flatMap(\.lines).map(\.quantity) == [3])
  }

  // MARK: The current cart

  @Test func `all lines are known before the first change, of a new cart, and after a fetch`() {
    #expect(CartBase().isKnown)
    #expect(CartBase(CartRecord(city: 1)).isKnown)
    var base = CartBase(CartRecord(id: "c", city: 1))
    #expect(!base.isKnown)
    base.server = server()
    #expect(base.isKnown)
    var begun = CartBase()
    _ = begun.cart(in: 1) { "c" }
    #expect(begun.isKnown)
  }

  @Test func `a launch begins with the stored display order, and with nothing else`() {
    let ids = [CartItem.cola.line, CartItem.margherita.line]
    let base = CartBase(CartRecord(id: "c", city: 1, order: ids))
    #expect(base.order == ids)
    #expect(!base.isNew && !base.isRecovered && !base.isExamined)
    #expect(base.labels.isEmpty && base.closed == nil && base.server == nil)
  }

  @Test func `a new cart keeps the placed orders and the ids of abandoned carts`() throws {
    let placed = PlacedOrder(id: "o", city: 1, lines: [], totals: nil, fulfillment: nil)
    var base = CartBase(
      CartRecord(
        city: 1, placed: [placed], ordered: "N-1", left: ["a"], order: [CartItem.cola.line]))
    #expect(base.cart(in: 2) { "b" } == "b")
    #expect(
      base.record == CartRecord(id: "b", city: 2, placed: [placed], left: ["a"]))
    #expect(base.cart(in: 3) { "another" } == "b")
    #expect(base.record?.city == 2)
    var first = CartBase()
    _ = first.cart(in: 4) { "c" }
    #expect(first.record == CartRecord(id: "c", city: 4, left: []))
  }

  @Test func `abandoning a cart removes everything of it but the names`() {
    var base = CartBase(CartRecord(id: "c", city: 1, left: ["a"], order: [CartItem.cola.line]))
    base.server = server()
    base.labels = [CartItem.cola.line: .cola]
    base.closed = "c"
    base.abandon("another")
    #expect(base.record?.id == "c" && base.server != nil)

    base.abandon("c")

    #expect(base.record == CartRecord(city: 1, left: ["a", "c"]))
    #expect(base.isAbandoned("a") && base.isAbandoned("c") && !base.isAbandoned("another"))
    #expect(base.labels == [CartItem.cola.line: .cola])
    #expect(base.server == nil && base.closed == nil && base.order.isEmpty)
    // Otherwise a pending change of the cart could bring it back.
    #expect(base.isExamined)
  }

  @Test func `a line has the names of an item in its own city only`() {
    let cola = CartItem.cola
    func named(_ name: String, in city: CityID) -> CartItem {
      CartItem(
        cola.configuration, city: city, name: name, variantName: "0,5 л", details: ["мұзбен"],
        image: "kola.png", unitPrice: CartItem.margherita.unitPrice, revision: "2")
    }
    var base = CartBase()
    #expect(base.labeled(line(cola)) == line(cola))
    base.labels = [cola.line: named("Kola", in: Self.belgrade)]
    #expect(base.labeled(line(cola)).item == cola)
    base.labels = [cola.line: named("Кола", in: Self.almaty)]
    #expect(
      base.labeled(line(cola)).item
        == CartItem(
          cola.configuration, city: Self.almaty, name: "Кола", variantName: "0,5 л",
          details: ["мұзбен"], image: "kola.png", unitPrice: cola.unitPrice,
          revision: cola.revision))
    #expect(base.labeled(line(.margherita)).item == .margherita)
  }

  @Test func `an answer is used if it is of the current cart, and newer unless it was fetched`() {
    var base = CartBase(CartRecord(id: "c", city: 1))
    base.take(server("another", version: 9), isFetched: true)
    #expect(base.server == nil)
    base.take(server(version: 3), isFetched: false)
    #expect(base.server?.version == 3)
    base.take(server(version: 3, line(.cola)), isFetched: false)
    base.take(server(version: 2, line(.cola)), isFetched: false)
    #expect(base.server == server(version: 3))
    base.take(server(version: 4), isFetched: false)
    #expect(base.server?.version == 4)
    base.take(server(version: 4, line(.cola)), isFetched: true)
    #expect(base.server == server(version: 4, line(.cola)))
    base.take(server(version: 1), isFetched: true)
    #expect(base.server?.version == 1)
  }

  // MARK: Abandoned carts

  @Test func `fetched lines are added once, without gifts and without lines known before`() {
    let cart = UnfetchedCart(id: "a", city: Self.almaty, complete: [CartItem.margherita.line])
    let other = UnfetchedCart(id: "b", city: Self.almaty, complete: [])
    var base = CartBase(CartRecord(city: Self.belgrade, left: ["a"]))
    base.record?.add([cart, other])
    base.record?.add(abandoned(Self.almaty, ("cola", 2)))
    let gift = line(.sample("gift", "Gift", 1), kind: .gift)
    let lines = [line(.cola, 3), line(.margherita, 4), line(.pepperoni, 5), gift]
    for _ in 1...2 {
      base.completed = [CompletedCart(cart: cart, lines: lines)]
      base.addCompleted()
    }

    #expect(base.record?.unfetched == [other])
    let added = base.record?.abandoned.flatMap(\.lines) ?? []
    #expect(added.map(\.item.name) == ["Cola", "Pepperoni"])
    #expect(added.map(\.quantity) == [5, 5])
    base.completed = [CompletedCart(cart: other, lines: [gift])]
    base.addCompleted()
    #expect(base.record?.unfetched == nil && base.completed.isEmpty)
    #expect(base.record?.abandoned.count == 1)
  }

  @Test func `fetched lines are of the city of their cart`() {
    let cart = UnfetchedCart(id: "a", city: Self.almaty, complete: [])
    var base = CartBase(CartRecord(city: Self.belgrade, unfetched: [cart]))
    base.completed = [CompletedCart(cart: cart, lines: [line(.cola, 3)])]
    base.addCompleted()
    #expect(base.record?.abandoned.map(\.reason) == [.cityChanged(from: Self.almaty)])
    #expect(base.record?.abandoned.map(\.id) == [Self.almaty])
  }

  @Test func `unfetched carts of another user are added to a user without a cart`() {
    let cart = UnfetchedCart(id: "a", city: Self.almaty, complete: [])
    var base = CartBase()
    base.add(AbandonedCarts(carts: [], unfetched: [cart]), key: "k")
    #expect(
      base.record
        == CartRecord(city: Self.almaty, left: [], unfetched: [cart], transfer: "k"))
    base.add(
      AbandonedCarts(carts: [abandoned(Self.belgrade, ("burek", 1))], unfetched: []), key: "l")
    #expect(base.record?.unfetched == [cart] && base.record?.abandoned.count == 1)
    var second = CartBase()
    second.add(
      AbandonedCarts(carts: [abandoned(Self.belgrade, ("burek", 1))], unfetched: [cart]), key: "k")
    #expect(second.record?.city == Self.belgrade)
  }

  @Test func `abandoned carts are merged by city, with the quantities of the newest`() {
    var record = CartRecord(city: 1)
    record.abandon(abandoned(1, ("cola", 2), ("pizza", 1)))
    record.abandon(abandoned(2, ("burek", 1)))
    record.abandon(abandoned(1, ("cola", 3), ("tea", 4)))
    #expect(record.abandoned.map(\.id) == [2, 1])
    #expect(record.abandoned.last?.lines.map(\.item.name) == ["pizza", "cola", "tea"])
    #expect(record.abandoned.last?.lines.map(\.quantity) == [1, 3, 4])
  }

  @Test func `carts of another user are merged by city, with sums of at most 99`() {
    var record = CartRecord(city: 1)
    record.add(abandoned(2, ("cola", 60)))
    record.add(abandoned(1, ("cola", 60), ("tea", 98)))
    record.add(abandoned(1, ("cola", 39), ("tea", 2), ("pizza", 1)))
    #expect(record.abandoned.map(\.id) == [2, 1])
    #expect(record.abandoned.last?.lines.map(\.quantity) == [99, 99, 1])
  }

  @Test func `the newest abandoned cart is stored where earlier releases read it`() {
    var record = CartRecord(city: 1)
    let carts = [abandoned(1, ("a", 1)), abandoned(2, ("b", 1)), abandoned(3, ("c", 1))]
    record.abandoned = Array(carts.prefix(1))
    #expect(record.offer == carts[0] && record.earlierOffers == nil)
    record.abandoned = Array(carts.prefix(2))
    #expect(record.offer == carts[1] && record.earlierOffers == [carts[0]])
    record.abandoned = carts
    #expect(record.offer == carts[2] && record.earlierOffers == Array(carts.prefix(2)))
    #expect(record.abandoned == carts)
    record.abandoned = []
    #expect(record == CartRecord(city: 1))
  }

  @Test func `the last 20 abandoned carts are stored`() {
    var record = CartRecord(city: 1)
    let carts = (1...21).map { abandoned(CityID(rawValue: $0), ("p\($0)", 1)) }
    for cart in carts { record.abandon(cart) }
    #expect(record.abandoned == Array(carts.dropFirst()))
  }

  @Test func `the last 20 unfetched carts are stored`() {
    func carts(_ numbers: ClosedRange<Int>) -> [UnfetchedCart] {
      numbers.map { UnfetchedCart(id: "\($0)", city: 1, complete: []) }
    }
    var record = CartRecord(city: 1)
    record.add([])
    #expect(record.unfetched == nil)
    record.add(carts(1...5))
    record.add(carts(6...20))
    #expect(record.unfetched == carts(1...20))
    record.add(carts(21...21))
    #expect(record.unfetched == carts(2...21))
  }

  @Test func `an old id of an abandoned cart is removed once its changes are`() {
    let ids = (1...22).map { "\($0)" }
    var base = CartBase(CartRecord(city: 1, left: Array(ids.prefix(21))))
    base.forgetAbandoned(except: ["1"])
    #expect(base.record?.left == Array(ids.prefix(21)))
    base.forgetAbandoned(except: ["2"])
    #expect(base.record?.left == Array(ids[1..<21]))
    base.record?.leave("22")
    base.forgetAbandoned(except: ["2", "5"])
    #expect(base.record?.left == Array(ids[1..<22]))
    base.forgetAbandoned(except: ["5"])
    #expect(base.record?.left == Array(ids[2..<22]))
  }

  // MARK: Orders

  @Test func `an order ends its cart and removes what was abandoned in its city`() {
    var base = CartBase(CartRecord(id: "c", city: Self.almaty, left: []))
    base.record?.abandon(abandoned(Self.almaty, ("cola", 1)))
    base.record?.abandon(abandoned(Self.belgrade, ("burek", 1)))
    base.place(order(of: "c", "o"), as: "N-1")
    #expect(base.record?.id == nil && base.record?.left == ["c"])
    #expect(base.record?.ordered == "N-1")
    #expect(base.record?.placed?.map(\.number) == ["N-1"])
    #expect(base.record?.abandoned.map(\.id) == [Self.belgrade])
  }

  @Test func `an order of another cart leaves the current cart as it is`() {
    var base = CartBase(CartRecord(id: "current", city: Self.almaty, left: []))
    base.record?.abandon(abandoned(Self.almaty, ("cola", 1)))
    base.server = server("current")
    base.place(order(of: "c", "o"), as: "N-1")
    #expect(base.record?.id == "current" && base.record?.left == ["c"])
    #expect(base.record?.ordered == nil && base.server != nil)
    #expect(base.record?.placed?.map(\.number) == ["N-1"])
    #expect(base.record?.abandoned.map(\.id) == [Self.almaty])
  }

  @Test func `the last 100 orders that the app has not acknowledged are stored`() {
    var base = CartBase(CartRecord(city: Self.almaty, left: []))
    for number in 1...101 {
      let id = base.cart(in: Self.almaty) { "c\(number)" }
      base.place(order(of: id, "o\(number)"), as: "N-\(number)")
      if number == 100 { #expect(base.record?.placed?.count == 100) }
    }
    #expect(base.record?.placed?.map(\.number) == (2...101).map { "N-\($0)" })
  }

  @Test func `an order of a release that stored no lines has those of its cart only`() {
    let home = CartFulfillment(.delivery, "home")
    let change = CartChange(
      cart: "c", operation: "o", edit: .order(OrderContent(due: 600, lines: [])))
    var base = CartBase(CartRecord(id: "c", city: Self.almaty))
    base.server = server("another", line(.cola))
    #expect(base.order(of: change) == nil)
    base.server = server("c", line(.cola, 2), fulfillment: home)
    let order = base.order(of: change)
    #expect(order?.id == "o" && order?.city == Self.almaty && order?.fulfillment == home)
    #expect(order?.lines.map(\.quantity) == [2])
    #expect(order?.totals?.due.minorUnits == 1_200)
    let other = CartChange(cart: "c", operation: "p", edit: .promo("A", isWanted: true))
    #expect(base.order(of: other) == nil)
  }
}

@Suite("The file of a cart's record")
struct CartBaseStoreTests {
  /// A file that counts writes, and fails on demand.
  private final class CountingFile: CartRecordFile {
    private let record: Mutex<CartRecord?>
    private let written = Mutex<[CartRecord]>([])
    private let failure = Mutex<StorageError?>(nil)

    init(_ record: CartRecord?) { self.record = Mutex(record) }

    var writes: [CartRecord] { written.withLock { $0 } }

    func fail(_ error: StorageError?) { failure.withLock { $0 = error } }

    func cart() async throws(StorageError) -> CartRecord? { record.withLock { $0 } }

    func write(_ cart: CartRecord) async -> WriteStatus {
      if let error = failure.withLock({ $0 }) { return .failed(error) }
      written.withLock { $0.append(cart) }
      return .inMemory
    }
  }

  private let record = CartRecord(id: "c", city: 1, left: ["a"])

  @Test func `a record is written once after each change`() async throws {
    let file = CountingFile(record)
    let store = CartBaseStore(file)
    var base = try await store.load()
    #expect(base.record == record && base == CartBase(record))
    #expect(await store.save(base) == .written)
    base.server = nil
    base.closed = "c"
    #expect(await store.save(base) == .written)
    #expect(file.writes.isEmpty)
    base.record?.leave("b")
    for _ in 1...2 { #expect(await store.save(base) == .inMemory) }
    #expect(file.writes == [base.record])
    base.record?.leave("d")
    #expect(await store.save(base) == .inMemory)
    #expect(file.writes.count == 2)
  }

  @Test func `nothing is written before there is a record`() async throws {
    let file = CountingFile(nil)
    let store = CartBaseStore(file)
    let base = try await store.load()
    #expect(base.record == nil)
    #expect(await store.save(base) == .written)
    #expect(file.writes.isEmpty)
  }

  @Test func `a write that failed is repeated`() async throws {
    let file = CountingFile(nil)
    let store = CartBaseStore(file)
    let full = StorageError.tooLarge(file: "cart", limit: 1)
    file.fail(full)
    let base = CartBase(record)
    for _ in 1...2 { #expect(await store.save(base) == .failed(full)) }
    file.fail(nil)
    #expect(await store.save(base) == .inMemory)
    #expect(file.writes == [record])
  }
}
