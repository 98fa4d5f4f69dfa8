import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import SyncTestSupport
import Testing

@testable import Cart
@testable import Sync

/// Cases of the model that a device reaches only by crashes, or with data of other releases.
struct CartRulesTests {
  typealias Item = OutboxItem<CartChange>

  private let model = CartModel(
    server: CartServer(transport: CartServerDouble(), gate: Gate()),
    estimatedFees: { _, _, _ in [] }, placeAtServer: { .resolved($0.place) })
  private let burek = CartItem.sample("burek", "Burek", 300, city: .belgrade)
  private let promo = CartOperation.promo("A", isWanted: true)
  private let unreadable = Item(
    id: 99, lane: Lane("new", "1"), change: nil, mayBeApplied: false,
    reason: .needsDecision, refusal: .unreadable)

  // MARK: Carts

  @Test func `A cart that only the queue knows is stored again, and the newest of a city counts`() {
    let second = CartKey(city: .almaty, number: 2, id: "d")
    let far = CartKey(city: .belgrade, number: 4, id: "b")
    var base = CartBase(ServerCart(CartLine(.cola)))
    base.carts[0].imports = ["guest"]
    reconcile(
      &base, pending(1, promo), pending(2, .add(.cola), of: second),
      pending(3, .add(burek), of: far),
      unreadable, in: nil)
    #expect(base.carts.map(\.key) == [second, far])
    #expect(base.carts.allSatisfy { $0.isUnfetched && $0.server == nil })
    #expect(base.almaty.imports == ["guest"])
    #expect(resolutions(base, pending(1, promo, refusal: .conflict)) == [.discard(1)])
  }

  @Test func `The lines of a closed cart are set aside unless the server may have its order`() {
    let soldOut = ChangeRefusal<CartRejection>.rejected(.soldOut(text: ""))
    var base = CartBase(ServerCart(CartLine(.cola, 2)))
    base.close(.c)
    let changes = [
      pending(1, .add(.cola, 1, base: 2), refusal: .rejected(.cartClosed)),
      pending(2, .set(.margherita, 4), refusal: soldOut),
      pending(3, .set(burek, 0), refusal: soldOut),
    ]
    reconcile(&base, changes[0], changes[1], changes[2], pending(4, .order("o"), isSent: true))
    #expect(base.almaty.phase == .closed)
    reconcile(&base, changes[0], changes[1], changes[2], pending(4, .order("o")))
    #expect(base.almaty.phase == .ended && base.almaty.server == nil)
    #expect(base.almaty.setAside.map(\.item) == [.cola, .margherita])
    #expect(base.almaty.setAside.map(\.quantity) == [3, 4])
    let next = base.begin(in: .almaty, .almaty) { "d" }
    #expect(next == CartKey(city: .almaty, number: 2, id: "d"))
    #expect(base.almaty.setAside.count == 2)
  }

  @Test func `A refused change is discarded if it was superseded, and any change of an ended cart`()
  {
    let base = CartBase(ServerCart(CartLine(.cola)))
    let later = pending(2, .add(.cola, 1, base: 1))
    #expect(resolutions(base, pending(1, .order("o"), refusal: .conflict), later) == [.discard(1)])
    #expect(resolutions(base, pending(1, .order("o")), later) == [])
    #expect(resolutions(base, later, pending(3, .order("o"), refusal: .conflict)) == [])
    var withdrawn = base
    withdrawn.carts[0].withdrawn = "o"
    #expect(resolutions(withdrawn, pending(1, .order("o"), refusal: .conflict)) == [.discard(1)])
    #expect(resolutions(withdrawn, pending(1, .order("p"), refusal: .conflict)) == [])
    #expect(resolutions(withdrawn, pending(1, .order("o"))) == [.discard(1)])
    #expect(resolutions(withdrawn, pending(1, .order("o"), isSent: true)) == [])
  }

  @Test func `An order is shown as taken back, and as placed with its id and its number`() {
    var base = CartBase(ServerCart(CartLine(.cola)))
    base.carts[0].withdrawn = "o"
    let orders = [pending(1, .order("o"), isSent: true), pending(2, .order("p"), isSent: true)]
    #expect(state(base, orders).placedOrders.map(\.isWithdrawn) == [true, false])
    base.place(
      orders[1].change ?? .init(cart: .c, operation: "", edit: promo),
      as: .init(id: "1", number: "A-1"))
    #expect(state(base, []).order == .placed(id: "1", number: "A-1"))
  }

  @Test func `Labels reprice the lines while another fulfillment method is pending`() {
    var base = CartBase(ServerCart(CartLine(.cola)))
    base.labels = [CartItem.cola.line: .sample("cola", "Kola", 700)]
    let pickup = CartOperation.fulfillment(CartFulfillment(.pickup, "r"))
    #expect(state(base, []).lines.map(\.price.unit.minorUnits) == [600])
    #expect(state(base, [pending(1, pickup)]).lines.map(\.price.unit.minorUnits) == [700])
  }

  @Test func `A pending change has words for a log`() {
    let changes = [
      promo, .promo("A", isWanted: false), .set(.cola, 0), .set(.cola, 2),
      .fulfillment(CartFulfillment(.dineIn, "r")), .fulfillment(CartFulfillment(.pickup, "r")),
      .order("o"),
    ].enumerated().map { pending($0.offset, $0.element) }
    #expect(
      state(CartBase(ServerCart(CartLine(.cola))), changes + [unreadable]).pending
        .map(\.subject.description) == [
          "code A", "remove code A", "remove Cola", "2 × Cola", "dine-in", "pickup", "the order",
          "a change made by a newer release of the app",
        ])
  }

  @Test func `The display order is stored when the server's lines have become others`() {
    let (first, second) = (CartItem.cola, CartItem.margherita)
    let ids = [first.line, second.line]
    var base = CartBase(nil)
    reconcile(&base, pending(1, .add(first)), pending(2, .add(second)))
    #expect(base.almaty.order == [])
    // The server has the second line first.
    base.carts[0].server = ServerCart(CartLine(second))
    reconcile(&base, pending(1, .add(first)))
    #expect(base.almaty.order == ids)
    base.carts[0].server = ServerCart(CartLine(second), CartLine(first))
    reconcile(&base)
    #expect(base.almaty.order == ids)
    base.carts[0].server = ServerCart(CartLine(second))
    reconcile(&base)
    #expect(base.almaty.order == [second.line])
  }

  // MARK: The displayed state

  @Test func `The state shows the cart of the chosen city, and the orders and changes of all`() {
    let far = CartKey(city: .belgrade, number: 1, id: "b")
    var base = CartBase(ServerCart(CartLine(.cola)))
    base[.belgrade] = StoredCart(far)
    base.carts[1].placed = [
      PlacedOrder(id: "p", city: .belgrade, lines: [], totals: nil, fulfillment: nil)
    ]
    base.labels = [CartItem.cola.line: .sample("cola", "Kola", 600)]
    let changes = [
      pending(1, promo, of: CartKey(city: .almaty, number: 0, id: "a")),
      pending(2, .add(burek, 2), of: far), unreadable, pending(3, .order("o"), refusal: .conflict),
      pending(4, .set(.cola, 3)),
    ]
    let here = state(base, changes)
    #expect(here.id == "c" && here.lines.map(\.quantity) == [3])
    #expect(here.pending.map(\.id) == [2, 99, 3, 4])
    #expect(here.pending.map(\.city) == [.belgrade, nil, .almaty, .almaty])
    #expect(here.pending.last?.subject == .line(CartItem.cola.line, name: "Kola", quantity: 3))
    #expect(here.placedOrders.map(\.id) == ["p"] && here.order == .refused(.conflict))
    #expect(here.others.map(\.city) == [.belgrade])
    #expect(here.others.first?.lines == [.init(item: burek, quantity: 2)])
    let there = state(base, changes, in: .belgrade)
    #expect(there.lines.map(\.item) == [burek] && there.order == .open)
    #expect(there.others.map(\.city) == [.almaty])
    let nowhere = state(base, changes, in: nil)
    #expect(nowhere.lines.isEmpty && nowhere.others.count == 2)
  }

  @Test func `Sums are estimates until the server has confirmed the stored cart`() {
    var base = base(ServerCart(CartLine(.cola)))
    base.fetched = []
    #expect(state(base, []).totals?.isEstimate == true && state(base, []).isComplete)
    base.carts[0].isUnfetched = true
    let unknown = state(base, [])
    #expect(unknown.totals == nil && unknown.problems == [.sumsUnknown] && !unknown.isComplete)
  }

  @Test func `An estimate is exact only if the app computes all that the server adds`() {
    func isExact(
      _ cart: ServerCart, _ fees: [Fee], _ edit: CartOperation = .set(.cola, 2)
    ) -> Bool? {
      let model = CartModel(
        server: model.server, estimatedFees: { _, _, _ in fees },
        placeAtServer: { .resolved($0.place) })
      let pending = [pending(1, edit)]
      return model.state(of: .init(base: base(cart), pending: pending, context: .almaty)).totals?
        .isExact
    }
    let delivery = Fee("delivery", Money(500, .tenge))
    let tax = Fee("tax", .zero(.tenge), isExact: false)
    let plain = ServerCart(CartLine(.cola), fees: [("delivery", 500)])
    #expect(isExact(plain, [delivery]) == true)
    #expect(isExact(plain, []) == false && isExact(plain, [delivery, tax]) == false)
    #expect(isExact(ServerCart(CartLine(.cola), fees: [("tax", 9)]), [delivery]) == false)
    #expect(isExact(plain, [delivery], promo) == false)
    #expect(isExact(plain, [Fee("delivery", Money(.max, .tenge))]) == false)
    let unit = CartItem.cola.unitPrice
    let half = LinePrice(
      unit: unit, total: unit, discounts: [CartDiscount(code: "A", amount: unit)],
      final: .zero(.tenge))
    #expect(isExact(ServerCart(CartLine(.cola, price: half)), [delivery]) == false)
    let odd = CartLine(
      id: CartItem.pepperoni.line, kind: .chosen, item: .pepperoni, quantity: 1,
      price: .estimate(unit, 1), problems: [], status: .confirmed, raw: .null)
    #expect(isExact(ServerCart(CartLine(.cola), odd), [delivery]) == false)
    #expect(isExact(ServerCart(CartLine(.cola), CartLine(.pepperoni, 0)), [delivery]) == false)
  }

  @Test func `A higher price or another currency has to be accepted, and a lower one not`() {
    for (amount, isNoted) in [(Int64(599), false), (600, false), (601, true)] {
      let line = CartLine(.cola, price: .estimate(Money(amount, .tenge), 1))
      #expect(state(base(ServerCart(line)), []).lines[0].problems.isEmpty != isNoted)
    }
    let line = CartLine(.cola, price: .estimate(Money(1, .dinar), 1))
    var base = base(ServerCart(line))
    #expect(
      state(base, []).lines[0].problems
        == [.priceChanged(from: CartItem.cola.unitPrice, to: Money(1, .dinar))])
    // The user has chosen another fulfillment method, which has this price.
    base.carts[0].accepted = [line.id: Money(1, .dinar)]
    #expect(state(base, []).lines[0].problems == [])
  }

  @Test func `The sums are the server's only if they agree and nothing is pending`() {
    func isEstimate(_ base: CartBase, _ pending: Item...) -> Bool? {
      model.state(of: .init(base: base, pending: pending, context: .almaty)).totals?.isEstimate
    }
    let cart = base(ServerCart(CartLine(.cola)))
    #expect(isEstimate(cart) == false)
    #expect(isEstimate(base(ServerCart(CartLine(.cola), problems: [.sumsDiffer]))) == true)
    #expect(isEstimate(cart, pending(1, .set(.cola, 2))) == true)
    #expect(isEstimate(cart, pending(1, .set(.cola, 2), refusal: .conflict)) == false)
    #expect(isEstimate(cart, pending(1, .order("o"))) == false)
    #expect(isEstimate(base(ServerCart()), pending(1, .add(.cola))) == true)
  }

  @Test func `Estimated fees replace the server's of the same kind while changes are pending`() {
    let model = CartModel(
      server: model.server,
      estimatedFees: { city, fulfillment, items in
        let fees: [Fee] = [
          .init("delivery", Money(items.minorUnits / 100, .tenge)),
          .init("packing", .zero(.tenge)), .init("tip", Money(1, .tenge)),
          .init("service", Money(9, .dinar)),
        ]
        return city == .almaty && fulfillment == nil ? fees : []
      }, placeAtServer: { .resolved($0.place) })
    let cart = base(
      ServerCart(CartLine(.cola), fees: [("delivery", 500), ("service", 100), ("packing", 50)]))
    func fees(_ pending: Item...) -> CartTotals? {
      model.state(of: .init(base: cart, pending: pending, context: .almaty)).totals
    }
    #expect(fees()?.fees.map(\.kind) == ["delivery", "service", "packing"])
    let estimate = fees(pending(1, .set(.cola, 2)))
    #expect(estimate?.fees.map(\.kind) == ["service", "delivery", "tip"])
    #expect(estimate?.fees.map(\.amount.minorUnits) == [100, 12, 1])
    #expect(estimate?.due.minorUnits == 1_313 && estimate?.isEstimate == true)
  }

  @Test func `The minimum is compared with the price of all lines less the discounts`() throws {
    let currency = CartItem.cola.unitPrice.currency
    let price = LinePrice(
      unit: Money(600, currency), total: Money(1_200, currency),
      discounts: [CartDiscount(code: "A", amount: Money(200, currency))],
      final: Money(1_000, currency))
    for (minimum, missing) in [(Int64(1_000), Int64(0)), (1_001, 1)] {
      let cart = ServerCart(
        CartLine(.cola, 2, price: price), fees: [("service", 500)], minimum: minimum,
        problems: [.sumsDiffer])
      let below = CartProblem.belowMinimum(
        Money(minimum, currency), missing: Money(missing, currency))
      #expect(state(base(cart), []).problems == (missing == 0 ? [] : [below]) + [.sumsDiffer])
    }
    let cart = ServerCart(CartLine(.cola))
    let other = ServerCart(
      id: "c", version: 1, currency: currency, fulfillment: nil, lines: cart.lines, promos: [],
      totals: cart.totals, minimum: Money(.max, .dinar), problems: [])
    #expect(state(base(other), []).problems == [])
  }

  // MARK: Samples

  private func pending(
    _ id: Int, _ edit: CartOperation, of cart: CartKey = .c, _ reason: WaitReason = .ready,
    isSent: Bool = false, refusal: ChangeRefusal<CartRejection>? = nil
  ) -> Item {
    let change = CartChange(cart: cart, operation: "\(id)", edit: edit)
    return Item(
      id: ChangeID(rawValue: id), lane: change.lane, change: change, mayBeApplied: isSent,
      reason: refusal == nil ? reason : .needsDecision, refusal: refusal)
  }

  /// Returns a base with a fetched cart in Almaty.
  private func base(_ server: ServerCart) -> CartBase {
    var base = CartBase(server)
    base.fetched = ["c"]
    return base
  }

  private func reconcile(
    _ base: inout CartBase, _ pending: Item..., in context: RequestContext? = .almaty
  ) {
    for _ in 1...2 {
      let before = base
      _ = model.reconcile(&base, with: .init(base: before, pending: pending, context: context))
    }
  }

  private func resolutions(_ base: CartBase, _ pending: Item...) -> [Resolution<CartChange>] {
    var base = base
    return model.reconcile(&base, with: .init(base: base, pending: pending, context: .almaty))
  }

  private func state(
    _ base: CartBase, _ pending: [Item], in context: RequestContext? = .almaty
  ) -> CartState {
    model.state(of: CartModel.Snapshot(base: base, pending: pending, context: context))
  }
}
