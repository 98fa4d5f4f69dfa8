import CartTestSupport
import Networking
import NetworkingTestSupport
import Pricing
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
    id: 99, lane: Lane("new", "1"), change: nil, mayBeApplied: false, failures: 0,
    reason: .needsDecision, refusal: .unreadable)

  // MARK: A record that does not fit the queue

  @Test func `A lost cart without lines is in the stored city, or else in the chosen one`() {
    let change = pending(1, promo, of: "a")
    var base = CartBase()
    reconcile(&base, pending(0, .add(burek), of: "b"), change, in: nil)
    #expect(base.record == nil && base.isRecovered && !base.isExamined)
    reconcile(&base, change)
    #expect(base.record == CartRecord(id: "a", city: .almaty, left: []) && base.isExamined)
    var stored = CartBase(CartRecord(city: .belgrade, ordered: "N-1", left: ["b"]))
    reconcile(&stored, change, in: nil)
    #expect(stored.record == CartRecord(id: "a", city: .belgrade, left: ["b"]))
  }

  @Test func `A cart is restored once per launch, and never if it was abandoned`() {
    for (left, isExamined) in [([String](), true), (["a"], false)] {
      var base = CartBase(CartRecord(city: .almaty, left: left))
      base.isExamined = isExamined
      reconcile(&base, pending(1, .add(.cola), of: "a"), in: nil)
      #expect(base.record?.id == nil && !base.isRecovered && base.isExamined)
    }
  }

  @Test func `A record without the ids of abandoned carts gets those of all other pending changes`()
  {
    var base = CartBase(CartRecord(id: "c", city: .almaty))
    reconcile(&base, pending(1, promo, of: "a"), pending(2, promo))
    #expect(base.record == CartRecord(id: "c", city: .almaty, left: ["a"]))
  }

  @Test func `An abandoned cart is followed by one of the chosen city, and old ids are removed`() {
    let ids = (1...20).map { "\($0)" }
    var base = base(ServerCart(CartLine(.cola)), left: ids)
    reconcile(&base, in: .belgrade)
    #expect(base.record?.city == .belgrade && base.record?.left == ids.dropFirst() + ["c"])
  }

  @Test func `A cart of the chosen city that only the queue contains follows the abandoned one`() {
    let changes = [pending(1, .add(.cola, 2)), pending(2, .add(burek), of: "b"), unreadable]
    var base = base()
    reconcile(&base, changes[0], changes[1], changes[2], in: .belgrade)
    #expect(base.record?.id == "b" && base.record?.city == .belgrade)
    #expect(base.record?.left == ["c"])
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.item) == [.cola])
    var left = self.base(ServerCart(), left: ["b"])
    reconcile(&left, changes[1], in: .belgrade)
    #expect(left.record?.id == nil && left.record?.left == ["b", "c"])
  }

  @Test func `A cart of the queue is not recorded again, nor during its order or without a city`() {
    let change = pending(1, .add(burek, 2), of: "b")
    var known = base(ServerCart(), left: ["b"])
    reconcile(&known, change)
    #expect(known.record?.left == ["b"] && known.record?.abandoned == [])
    var ordered = base(ServerCart())
    reconcile(&ordered, change, pending(2, .order("o"), of: "b"))
    #expect(ordered.record?.left == [] && ordered.record?.abandoned == [])
    reconcile(&ordered, change, pending(2, .order("o"), of: "b", refusal: .conflict))
    #expect(ordered.record?.left == ["b"])
    var cityless = base(ServerCart())
    reconcile(&cityless, change, in: nil)
    #expect(cityless.record?.left == [])
  }

  @Test func `The units that the server may have are not added again by a later fetch`() {
    let ham = CartItem.sample("ham", "Ham", 400)
    var base = base()
    reconcile(
      &base, pending(1, .add(.cola, 2)), pending(2, .add(.margherita, 2), mayBeApplied: true),
      pending(3, .add(.pepperoni, 2), .applied), pending(4, .set(ham, 5)),
      pending(5, .set(ham, 6)), pending(6, promo), in: .belgrade)
    let complete = [CartItem.margherita.line, ham.line]
    #expect(base.record?.unfetched == [UnfetchedCart(id: "c", city: .almaty, complete: complete)])
    let lines = base.record?.abandoned.flatMap(\.lines) ?? []
    #expect(lines.map(\.item.name) == ["Cola", "Margherita", "Ham"])
    #expect(lines.map(\.quantity) == [2, 2, 6])
  }

  @Test func `A line that the server refused to add is abandoned with the requested quantity`() {
    let soldOut = ChangeRefusal<CartRejection>.rejected(.soldOut(text: ""))
    // Of a cart that was not fetched, a later fetch adds the three units at the server.
    for (server, quantities) in [(nil, [2, 4]), (ServerCart(), [5, 4])] {
      var base = base(server)
      reconcile(
        &base, pending(1, .add(.margherita, 2, base: 3), refusal: soldOut),
        pending(2, .set(.pepperoni, 4), refusal: soldOut),
        pending(3, .set(.cola, 0), refusal: soldOut), in: .belgrade)
      #expect(base.record?.abandoned.flatMap(\.lines).map(\.quantity) == quantities)
    }
  }

  // MARK: The display order

  @Test func `The display order is stored if a launch could compute another one`() {
    let (first, second) = (CartItem.cola, CartItem.margherita)
    let ids = [first.line, second.line]
    let changes = [
      pending(1, .add(first, isMade: true)), pending(2, .add(second, isMade: true)),
    ]
    var queued = base()
    queued.isNew = true
    reconcile(&queued, changes[0], changes[1])
    #expect(queued.order == ids && queued.record?.order == nil)
    // The server has the second line first.
    var answered = queued
    answered.server = ServerCart(CartLine(second))
    reconcile(&answered, changes[0])
    #expect(answered.order == ids && answered.record?.order == ids)
    // Once the server has both, the order stays stored, as long as the cart is the same.
    answered.server = ServerCart(CartLine(first), CartLine(second))
    reconcile(&answered)
    #expect(answered.record?.order == ids)
    // The server has both lines in the order of adding.
    queued.server = answered.server
    reconcile(&queued)
    #expect(queued.order == ids && queued.record?.order == nil)
    var uncertain = base(ServerCart(CartLine(second), CartLine(first)))
    reconcile(&uncertain, pending(1, .add(second)))
    #expect(uncertain.record?.order == [second.line, first.line])
  }

  @Test func `The journal of a launch may still contain the changes that were applied`() {
    let (first, second) = (CartItem.cola, CartItem.margherita)
    var base = base(ServerCart(CartLine(first), CartLine(second, 2)))
    reconcile(&base, contained: [pending(1, .set(second, 2), .applied)])
    #expect(base.record?.order == nil)
    for (cart, order) in [("b", nil), ("c", [first.line, second.line])] {
      // With the applied additions, a launch would show the second line first.
      let added = [(2, first), (1, second)].map { id, item in
        pending(id, .add(item, isMade: true), of: cart, .applied)
      }
      reconcile(&base, contained: added)
      #expect(base.record?.order == order)
    }
  }

  @Test func `A stored display order grows while the server's lines are unknown`() {
    let ids = [CartItem.cola, .margherita, .pepperoni].map(\.line)
    var base = CartBase(CartRecord(id: "c", city: .almaty, left: [], order: [ids[1], ids[0]]))
    base.isExamined = true
    reconcile(&base, pending(1, .add(.cola, base: 1)), pending(2, .add(.pepperoni)))
    #expect(base.order == [ids[1], ids[0], ids[2]] && base.record?.order == base.order)
    base.server = ServerCart(CartLine(.pepperoni), CartLine(.margherita))
    reconcile(&base)
    #expect(base.order == [ids[1], ids[2]] && base.record?.order == base.order)
  }

  // MARK: The displayed state

  @Test func `The state shows what is stored and pending, and nothing of abandoned carts`() {
    let placed = PlacedOrder(id: "p", city: .almaty, lines: [], totals: nil, fulfillment: nil)
    var base = CartBase(CartRecord(id: "c", city: .belgrade, placed: [placed], left: ["a"]))
    let state = state(
      base, pending(1, promo, of: "a"), pending(2, .order("o"), of: "d"), unreadable,
      pending(3, .order("o"), of: "e", refusal: .conflict), pending(4, .set(.cola, 3), of: "d"),
      pending(5, promo, .applied), in: nil)
    #expect(state.id == "c" && state.city == .belgrade && !state.isRecovered)
    #expect(state.pending.map(\.id) == [2, 99, 3, 4])
    #expect(state.pending.map(\.subject).dropFirst().first == .unreadable)
    #expect(state.placedOrders.map(\.id) == ["p", "o"])
    #expect(state.lines.isEmpty && state.promos.map(\.code) == ["A"] && state.totals == nil)
    base.isRecovered = true
    #expect(self.state(base).isRecovered)
    base.labels = [CartItem.cola.line: .sample("cola", "Kola", 600)]
    #expect(
      self.state(base, pending(1, .add(.cola, 2))).pending.map(\.subject)
        == [.line(CartItem.cola.line, name: "Kola", quantity: 2)])
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
    #expect(isEstimate(base(), pending(1, .add(.cola), refusal: .conflict)) == true)
  }

  @Test func `Estimated fees replace the server's of the same kind while changes are pending`() {
    let (tenge, dinar) = (CartItem.cola.unitPrice.currency, CurrencyCode(rawValue: "RSD"))
    let model = CartModel(
      server: model.server,
      estimatedFees: { city, fulfillment, items in
        var fees: [CartTotals.Fee] = [
          .init(kind: "delivery", amount: Money(items.minorUnits / 100, tenge)),
          .init(kind: "packing", amount: .zero(tenge)), .init(kind: "tip", amount: Money(1, tenge)),
        ]
        if let dinar { fees.append(.init(kind: "service", amount: Money(9, dinar))) }
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

  @Test func `A line without the discount of a promo code has an estimated price`() {
    let estimate = LinePrice.estimate(CartItem.cola.unitPrice, 2)
    let price = LinePrice(
      unit: estimate.unit, total: estimate.total,
      discounts: [CartDiscount(code: "A", amount: estimate.unit)], final: estimate.unit,
      isEstimate: false)
    #expect(price.without("A") == estimate && price.without("B") == price)
  }

  @Test func `The minimum is compared with the price of all lines less the discounts`() throws {
    let currency = CartItem.cola.unitPrice.currency
    let price = LinePrice(
      unit: Money(600, currency), total: Money(1_200, currency),
      discounts: [CartDiscount(code: "A", amount: Money(200, currency))],
      final: Money(1_000, currency), isEstimate: false)
    for (minimum, missing) in [(Int64(1_000), Int64(0)), (1_001, 1)] {
      let cart = ServerCart(
        CartLine(.cola, 2, price: price), fees: [("service", 500)], minimum: minimum,
        problems: [.sumsDiffer])
      let below = CartProblem.belowMinimum(
        Money(minimum, currency), missing: Money(missing, currency))
      #expect(state(base(cart)).problems == (missing == 0 ? [] : [below]) + [.sumsDiffer])
    }
  }

  // MARK: Samples

  private func pending(
    _ id: Int, _ edit: CartOperation, of cart: String = "c", _ reason: WaitReason = .ready,
    mayBeApplied: Bool = false, refusal: ChangeRefusal<CartRejection>? = nil
  ) -> Item {
    let change = CartChange(cart: cart, operation: "\(id)", edit: edit)
    return Item(
      id: id, lane: change.lane, change: change, mayBeApplied: mayBeApplied, failures: 0,
      reason: refusal == nil ? reason : .needsDecision, refusal: refusal)
  }

  /// Returns a base with the cart `c` in Almaty, whose record counts as checked at the launch.
  private func base(_ server: ServerCart? = nil, left: [String] = []) -> CartBase {
    var base = CartBase(CartRecord(id: "c", city: .almaty, left: left))
    (base.server, base.isExamined) = (server, true)
    return base
  }

  private func reconcile(
    _ base: inout CartBase, _ pending: Item..., contained: [Item] = [],
    in context: RequestContext? = .almaty
  ) {
    let snapshot = CartModel.Snapshot(
      base: base, pending: pending, contained: contained, context: context)
    _ = model.reconcile(&base, with: snapshot)
  }

  private func state(
    _ base: CartBase, _ pending: Item..., in context: RequestContext? = .almaty
  ) -> CartState {
    model.state(of: CartModel.Snapshot(base: base, pending: pending, context: context))
  }
}
