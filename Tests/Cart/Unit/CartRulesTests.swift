import CartTestSupport
import Networking
import NetworkingTestSupport
import Pricing
import Testing

@testable import Cart
@testable import Sync

/// Cases of the model that a device reaches only by crashes, or with data of other releases.
@Suite("The rules of a cart")
struct CartRulesTests {
  typealias Item = OutboxItem<CartChange>

  private let model = CartModel(
    server: CartServer(transport: CartServerDouble(), gate: Gate()),
    estimatedFees: { _, _, _ in [] },
    placeAtServer: { .resolved($0.place) })
  private let almaty = RequestContext.almaty.city
  private let belgrade = RequestContext.belgrade.city
  private let burek = CartItem.sample("burek", "Burek", 300, city: RequestContext.belgrade.city)
  private let promo = CartOperation.promo("A", isWanted: true)

  private var order: CartOperation {
    let shown = PlacedOrder(id: "o", city: almaty, lines: [], totals: nil, fulfillment: nil)
    return .order(OrderContent(due: 600, lines: [], shown: shown))
  }

  private func add(
    _ item: CartItem, _ count: Int = 1, base: Int = 0, isMade: Bool = false
  ) -> CartOperation {
    .line(
      LineEdit(item: item, quantity: base + count, base: base, isAddition: true, isMade: isMade))
  }

  private func set(_ item: CartItem, _ quantity: Int, base: Int = 1) -> CartOperation {
    .line(LineEdit(item: item, quantity: quantity, base: base, isAddition: false))
  }

  private func pending(
    _ id: Int, _ edit: CartOperation, of cart: String = "c", _ reason: WaitReason = .ready,
    mayBeApplied: Bool = false, refusal: ChangeRefusal<CartRejection>? = nil
  ) -> Item {
    let change = CartChange(cart: cart, operation: "\(id)", edit: edit)
    return Item(
      id: id, lane: change.lane, change: change, mayBeApplied: mayBeApplied, failures: 0,
      reason: refusal == nil ? reason : .needsDecision, refusal: refusal)
  }

  private let unreadable = Item(
    id: 99, lane: Lane("new", "1"), change: nil, mayBeApplied: false, failures: 0,
    reason: .needsDecision, refusal: .unreadable)

  private func line(
    _ item: CartItem, _ quantity: Int = 1, kind: CartLine.Kind = .chosen,
    price: LinePrice? = nil
  ) -> CartLine {
    CartLine(
      id: kind == .chosen ? item.line : CartLine.ID(rawValue: "\(kind.rawValue) 1"), kind: kind,
      item: item, quantity: quantity, price: price ?? .estimate(item.unitPrice, quantity),
      problems: [], status: .confirmed)
  }

  private func server(
    _ lines: CartLine..., fees: [(String, Int64)] = [], minimum: Int64 = 0,
    problems: [CartProblem] = []
  ) -> ServerCart {
    let currency = CartItem.cola.unitPrice.currency
    return ServerCart(
      id: "c", version: 1, city: almaty, currency: currency, fulfillment: nil, lines: lines,
      promos: [], fees: fees.map { .init(kind: $0.0, amount: Money($0.1, currency)) },
      minimum: Money(minimum, currency), problems: problems)
  }

  /// Returns a base with the cart `c` in Almaty, whose record counts as checked at the launch.
  private func base(_ server: ServerCart? = nil, left: [String] = []) -> CartBase {
    var base = CartBase(CartRecord(id: "c", city: almaty, left: left))
    (base.server, base.isExamined) = (server, true)
    return base
  }

  /// Applies the rules, and returns the ids of the changes that they discard.
  @discardableResult
  private func reconcile(
    _ base: inout CartBase, _ pending: Item..., contained: [Item] = [],
    in context: RequestContext? = .almaty
  ) -> [Int] {
    let snapshot = CartModel.Snapshot(
      base: base, pending: pending, contained: contained, context: context)
    return model.reconcile(&base, with: snapshot).compactMap {
      if case .discard(let id) = $0 { id } else { nil }
    }
  }

  private func state(
    _ base: CartBase, _ pending: Item..., in context: RequestContext? = .almaty
  ) -> CartState {
    model.state(of: CartModel.Snapshot(base: base, pending: pending, context: context))
  }

  // MARK: Refused changes

  @Test func `a refused order gives way to a later change, also to one that is applied`() {
    let refused = pending(2, order, refusal: .rejected(.sumChanged(text: "")))
    let later = pending(3, promo)
    var cart = base()
    #expect(reconcile(&cart, pending(1, promo), refused) == [])
    #expect(reconcile(&cart, refused, later) == [2])
    #expect(reconcile(&cart, refused, contained: [later]) == [2])
  }

  // MARK: A lost record

  @Test func `a lost cart is that of the newest change, in the city of its lines`() {
    var base = CartBase()
    reconcile(
      &base, pending(1, add(.cola), of: "a"), pending(2, add(burek), of: "b"),
      pending(3, add(.margherita), of: "a"), pending(4, promo, of: "b"), in: nil)
    #expect(base.record == CartRecord(id: "b", city: belgrade, left: []))
    #expect(base.isRecovered && base.isExamined)
  }

  @Test func `a lost cart without lines is in the stored city, or else in the chosen one`() {
    let change = pending(1, promo, of: "a")
    var base = CartBase()
    reconcile(&base, pending(0, add(burek), of: "b"), change, in: nil)
    #expect(base.record == nil && base.isRecovered && !base.isExamined)
    reconcile(&base, change)
    #expect(base.record == CartRecord(id: "a", city: almaty, left: []) && base.isExamined)
    var stored = CartBase(
      CartRecord(city: belgrade, ordered: "N-1", left: ["b"], order: [CartItem.cola.line]))
    reconcile(&stored, change, in: nil)
    #expect(stored.record == CartRecord(id: "a", city: belgrade, left: ["b"]))
  }

  @Test func `a cart is restored once per launch, and never if it was abandoned`() {
    let change = pending(1, add(.cola), of: "a")
    var examined = CartBase(CartRecord(city: almaty, left: []))
    examined.isExamined = true
    reconcile(&examined, change, in: nil)
    #expect(examined.record?.id == nil && !examined.isRecovered)
    var abandoned = CartBase(CartRecord(city: almaty, left: ["a"]))
    reconcile(&abandoned, change, in: nil)
    #expect(abandoned.record?.id == nil && !abandoned.isRecovered && abandoned.isExamined)
    var current = CartBase(CartRecord(id: "c", city: almaty, left: []))
    reconcile(&current, change, in: nil)
    #expect(current.record?.id == "c" && !current.isRecovered && current.isExamined)
  }

  @Test func `every other cart of an earlier release was abandoned`() {
    var base = CartBase(CartRecord(id: "c", city: almaty))
    let changes = [pending(1, promo, of: "b"), pending(2, promo, of: "a"), pending(3, promo)]
    reconcile(&base, changes[0], changes[1], changes[2], in: nil)
    #expect(base.record?.left == ["a", "b"])
    base.isExamined = false
    reconcile(&base, changes[0], changes[1], changes[2], pending(4, promo, of: "d"), in: nil)
    #expect(base.record?.left == ["a", "b"])
  }

  // MARK: Abandoning

  @Test func `a cart that the server has closed is abandoned, unless its order is pending`() {
    let open = pending(2, order)
    let refused = pending(2, order, refusal: .conflict)
    var other = base(server(line(.cola, 2)))
    other.closed = "d"
    reconcile(&other)
    #expect(other.record?.id == "c")
    var ordered = base(server(line(.cola, 2)))
    ordered.closed = "c"
    reconcile(&ordered, open)
    #expect(ordered.record?.id == "c")
    for item in [refused, pending(2, promo)] {
      var closed = base(server(line(.cola, 2)))
      closed.closed = "c"
      reconcile(&closed, item)
      #expect(closed.record?.id == nil && closed.record?.left == ["c"])
      #expect(closed.record?.abandoned.map(\.reason) == [.closed])
      #expect(closed.record?.city == almaty)
    }
  }

  @Test func `a change that was refused because its cart was closed abandons the cart`() {
    var base = base()
    reconcile(&base, pending(1, add(.cola, 2), refusal: .rejected(.cartClosed)), pending(2, order))
    #expect(base.record?.id == nil)
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    // The service has ended the cart, so its lines can never be fetched.
    #expect(base.record?.unfetched == nil)
    var refused = self.base()
    reconcile(&refused, pending(1, add(.cola, 2), refusal: .rejected(.soldOut(text: ""))))
    reconcile(&refused, pending(1, add(.cola), of: "b", refusal: .rejected(.cartClosed)))
    #expect(refused.record?.id == "c")
  }

  @Test func `a cart of another city is abandoned, unless its order is pending`() {
    var ordered = base(server(line(.cola)))
    reconcile(&ordered, pending(1, order), in: .belgrade)
    #expect(ordered.record?.id == "c" && ordered.record?.city == almaty)
    var undecided = base(server(line(.cola)))
    reconcile(&undecided, in: nil)
    #expect(undecided.record?.id == "c")
    var left = base(server(line(.cola), line(.margherita, kind: .gift)))
    reconcile(&left, pending(1, order, refusal: .conflict), in: .belgrade)
    #expect(left.record?.id == nil && left.record?.city == belgrade && left.record?.left == ["c"])
    #expect(left.record?.abandoned.map(\.reason) == [.cityChanged(from: almaty)])
    #expect(left.record?.abandoned.flatMap(\.lines).map(\.item) == [.cola])
    #expect(left.record?.unfetched == nil)
    var empty = base(server())
    reconcile(&empty, in: .belgrade)
    #expect(empty.record?.id == nil && empty.record?.abandoned == [])
  }

  @Test func `the units that the server may have are not added again by a later fetch`() {
    var base = base()
    reconcile(
      &base, pending(1, add(.cola, 2)), pending(2, add(.margherita, 2), mayBeApplied: true),
      pending(3, add(.pepperoni, 2), .applied), pending(4, set(.sample("ham", "Ham", 400), 5)),
      pending(5, set(.sample("ham", "Ham", 400), 6)), pending(6, promo), in: .belgrade)
    let complete = [CartItem.margherita.line, CartItem.sample("ham", "Ham", 400).line]
    #expect(
      base.record?.unfetched == [UnfetchedCart(id: "c", city: almaty, complete: complete)])
    let lines = base.record?.abandoned.flatMap(\.lines) ?? []
    #expect(lines.map(\.item.name) == ["Cola", "Margherita", "Ham"])
    #expect(lines.map(\.quantity) == [2, 2, 6])
  }

  @Test func `fetched lines of an abandoned cart are added, unless an order is pending`() {
    let cart = UnfetchedCart(id: "b", city: almaty, complete: [])
    var base = base(server(), left: ["b"])
    base.record?.add([cart])
    base.completed = [CompletedCart(cart: cart, lines: [line(.cola, 2)])]
    let before = base
    reconcile(&base, pending(1, order))
    #expect(base.record == before.record && base.completed == before.completed)
    reconcile(&base, pending(1, order, refusal: .conflict))
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    #expect(base.record?.unfetched == nil && base.completed == [])
  }

  @Test func `a change that the server has applied counts in a cart whose lines are known`() {
    var base = base(server(line(.cola, 2)))
    reconcile(&base, pending(1, set(.cola, 5, base: 2), .applied), in: .belgrade)
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.quantity) == [5])
  }

  @Test func `a line that the server refused to add is abandoned with the requested quantity`() {
    let soldOut = ChangeRefusal<CartRejection>.rejected(.soldOut(text: ""))
    let ham = CartItem.sample("ham", "Ham", 400)
    let refused = [
      pending(1, add(.cola, 1), refusal: soldOut),
      pending(2, add(.margherita, 2, base: 3), refusal: soldOut),
      pending(3, set(.pepperoni, 4), refusal: soldOut), pending(4, set(ham, 0), refusal: soldOut),
    ]
    func quantities(_ base: CartBase) -> [Int] {
      var base = base
      reconcile(&base, refused[0], refused[1], refused[2], refused[3], in: .belgrade)
      return base.record?.abandoned.flatMap(\.lines).map(\.quantity) ?? []
    }
    // A later fetch adds the three units at the server.
    #expect(quantities(base()) == [1, 2, 4])
    #expect(quantities(base(server())) == [1, 5, 4])
  }

  @Test func `an abandoned cart of another city that only the queue contains is recorded`() {
    var base = base(server(line(.margherita)))
    reconcile(
      &base, pending(1, add(burek, 2), of: "b"),
      pending(2, add(burek, 1, base: 2), of: "b", .applied),
      pending(3, promo, of: "b"), pending(4, add(.cola), of: "e"))
    #expect(base.record?.id == "c" && base.record?.city == almaty)
    #expect(base.record?.left == ["b"])
    #expect(base.record?.abandoned.map(\.reason) == [.cityChanged(from: belgrade)])
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    #expect(base.record?.unfetched == [UnfetchedCart(id: "b", city: belgrade, complete: [])])
  }

  @Test func `a cart of the chosen city that only the queue contains follows the abandoned one`() {
    let changes = [pending(1, add(.cola, 2)), pending(2, add(burek, 1), of: "b")]
    var base = base()
    reconcile(&base, changes[0], changes[1], in: .belgrade)
    #expect(base.record?.id == "b" && base.record?.city == belgrade)
    #expect(base.record?.left == ["c"])
    #expect(base.record?.abandoned.flatMap(\.lines).map(\.item) == [.cola])
    var ordered = CartBase(CartRecord(city: belgrade, ordered: "N-1", left: ["c"]))
    reconcile(&ordered, changes[1], in: .belgrade)
    #expect(ordered.record?.id == "b" && ordered.record?.ordered == nil)
    var left = self.base(server(), left: ["b"])
    reconcile(&left, changes[1], in: .belgrade)
    #expect(left.record?.id == nil && left.record?.left == ["b", "c"])
    var cityless = CartBase(CartRecord(city: belgrade, left: []))
    cityless.isExamined = true
    reconcile(&cityless, changes[1], in: nil)
    #expect(cityless.record?.id == nil)
  }

  @Test func `a change that cannot be read does not hide a cart that only the queue contains`() {
    var base = base()
    reconcile(
      &base, pending(1, add(.cola, 2)), pending(2, add(burek, 1), of: "b"), unreadable,
      in: .belgrade)
    #expect(base.record?.id == "b" && base.record?.city == belgrade)
  }

  @Test func `a cart of the queue is not recorded again, nor during its order or without a city`() {
    let change = pending(1, add(burek, 2), of: "b")
    var known = base(server(), left: ["b"])
    reconcile(&known, change)
    #expect(known.record?.left == ["b"] && known.record?.abandoned == [])
    var ordered = base(server())
    reconcile(&ordered, change, pending(2, order, of: "b"))
    #expect(ordered.record?.left == [] && ordered.record?.abandoned == [])
    reconcile(&ordered, change, pending(2, order, of: "b", refusal: .conflict))
    #expect(ordered.record?.left == ["b"])
    var cityless = base(server())
    reconcile(&cityless, change, in: nil)
    #expect(cityless.record?.left == [])
    var own = CartBase(CartRecord(id: "b", city: almaty, left: []))
    own.isExamined = true
    reconcile(&own, change)
    #expect(own.record?.id == "b" && own.record?.left == [])
    var none = CartBase()
    none.isExamined = true
    reconcile(&none, change)
    #expect(none.record == nil)
  }

  @Test func `a refused change is discarded if its cart was abandoned, or a later one replaces it`()
  {
    let refused = pending(2, set(.cola, 2), refusal: .conflict)
    var base = base(server(line(.cola)), left: ["a"])
    #expect(reconcile(&base, pending(1, promo, of: "a", refusal: .conflict), refused) == [1])
    #expect(reconcile(&base, pending(1, promo, of: "a")) == [])
    #expect(reconcile(&base, refused, pending(3, set(.cola, 3))) == [2])
    #expect(reconcile(&base, refused, pending(3, add(.cola, 3, base: 1))) == [])
    #expect(reconcile(&base, refused, pending(3, set(.margherita, 3))) == [])
    #expect(reconcile(&base, pending(1, set(.cola, 3)), refused) == [])
    let order = pending(2, order, refusal: .conflict)
    for edit in [set(.margherita, 3), add(.cola), promo] {
      #expect(reconcile(&base, order, pending(3, edit)) == [2])
      #expect(reconcile(&base, pending(1, edit), order) == [])
    }
    #expect(reconcile(&base, order, pending(3, promo, of: "b")) == [])
    #expect(reconcile(&base, pending(2, self.order), pending(3, promo)) == [])
    #expect(reconcile(&base, order, unreadable) == [])
    #expect(reconcile(&base, refused, unreadable) == [])
  }

  @Test func `old ids of abandoned carts are removed, except those with pending changes`() {
    var base = base(server(), left: (1...22).map { "\($0)" })
    reconcile(&base, pending(1, promo, of: "2"))
    #expect(base.record?.left == ["2"] + (3...22).map { "\($0)" })
  }

  // MARK: The display order

  @Test func `the display order is stored if a launch could compute another one`() {
    let (first, second) = (CartItem.cola, CartItem.margherita)
    let ids = [first.line, second.line]
    let changes = [
      pending(1, add(first, isMade: true)), pending(2, add(second, isMade: true)),
    ]
    var queued = base()
    queued.isNew = true
    reconcile(&queued, changes[0], changes[1])
    #expect(queued.order == ids && queued.record?.order == nil)
    // The server has the second line first.
    var answered = queued
    answered.server = server(line(second))
    reconcile(&answered, changes[0])
    #expect(answered.order == ids && answered.record?.order == ids)
    // The server has both lines in the order of adding.
    var settled = queued
    settled.server = server(line(first), line(second))
    reconcile(&settled)
    #expect(settled.order == ids && settled.record?.order == nil)
    var unknown = base()
    reconcile(&unknown, pending(1, add(first)), pending(2, add(second)))
    #expect(unknown.order == [] && unknown.record?.order == nil)
    var uncertain = base(server(line(second), line(first)))
    reconcile(&uncertain, pending(1, add(second)))
    #expect(uncertain.record?.order == [second.line, first.line])
  }

  @Test func `the journal of a launch may still contain the changes that were applied`() {
    let (first, second) = (CartItem.cola, CartItem.margherita)
    let applied = pending(1, set(second, 2, base: 1), .applied)
    var base = base(server(line(first), line(second, 2)))
    reconcile(&base, contained: [applied])
    #expect(base.record?.order == nil)
    // With the applied addition, a launch would show the second line first.
    let added = [
      pending(2, add(first, isMade: true), .applied),
      pending(1, add(second, isMade: true), .applied),
    ]
    reconcile(&base, contained: added)
    #expect(base.record?.order == [first.line, second.line])
    var other = self.base(server(line(first), line(second)))
    reconcile(
      &other,
      contained: [
        pending(1, add(second, isMade: true), of: "b", .applied),
        pending(2, add(first, isMade: true), of: "b", .applied),
      ])
    #expect(other.record?.order == nil)
  }

  @Test func `a stored display order grows while the server's lines are unknown`() {
    let ids = [CartItem.cola, .margherita, .pepperoni].map(\.line)
    var base = CartBase(
      CartRecord(id: "c", city: almaty, left: [], order: [ids[1], ids[0]]))
    base.isExamined = true
    reconcile(&base, pending(1, add(.cola, base: 1)), pending(2, add(.pepperoni)))
    #expect(base.order == [ids[1], ids[0], ids[2]] && base.record?.order == base.order)
    base.server = server(line(.pepperoni), line(.margherita))
    reconcile(&base)
    #expect(base.order == [ids[1], ids[2]] && base.record?.order == base.order)
  }

  @Test func `a change of another part of the cart needs no stored display order`() {
    let fulfillment = CartOperation.fulfillment(CartFulfillment(.pickup, "1"))
    var base = base(server(line(.cola), line(.margherita)))
    reconcile(&base, pending(1, promo), pending(2, fulfillment))
    #expect(base.order == [CartItem.cola, .margherita].map(\.line) && base.record?.order == nil)
  }

  @Test func `changes of another cart have no effect on the display order`() {
    let ids = [CartItem.cola.line, CartItem.margherita.line]
    var base = base(server(line(.cola), line(.margherita)))
    reconcile(&base, pending(1, add(.margherita, isMade: true), of: "b"))
    #expect(base.order == ids && base.record?.order == nil)
  }

  // MARK: The displayed state

  @Test func `the state shows what is stored and pending, and nothing of abandoned carts`() {
    let placed = PlacedOrder(id: "p", city: almaty, lines: [], totals: nil, fulfillment: nil)
    let offer = AbandonedCart(reason: .closed, lines: [.init(item: burek, quantity: 1)])
    var base = CartBase(
      CartRecord(
        id: "c", city: belgrade, offer: offer, placed: [placed], ordered: "N-1", left: ["a"]))
    base.isRecovered = true
    let state = state(
      base, pending(1, promo, of: "a"), pending(2, order, of: "d"), unreadable,
      pending(3, order, of: "e", refusal: .conflict), pending(4, set(.cola, 3), of: "d"),
      pending(5, promo, .applied), in: nil)
    #expect(state.id == "c" && state.city == belgrade && state.isRecovered)
    #expect(state.abandoned == [offer] && state.order == .placed("N-1"))
    #expect(state.pending.map(\.id) == [2, 99, 3, 4])
    #expect(state.pending.map(\.subject).dropFirst().first == .unreadable)
    #expect(state.placedOrders.map(\.id) == ["p", "o"])
    #expect(state.lines.isEmpty && state.promos.map(\.code) == ["A"] && state.totals == nil)
    #expect(self.state(base).city == almaty)
    #expect(self.state(CartBase()).order == .open)
  }

  @Test func `an order of the cart is pending or refused`() {
    #expect(state(base(), pending(1, order)).order == .pending(.pending))
    #expect(
      state(base(), pending(1, order, mayBeApplied: true)).order == .pending(.maybeApplied))
    #expect(state(base(), pending(1, order, refusal: .conflict)).order == .refused(.conflict))
  }

  @Test func `the name of a pending change is the one that its line has`() {
    var base = base()
    let kola = CartItem.sample("cola", "Kola", 600)
    base.labels = [kola.line: kola]
    let changes = [pending(1, add(.cola, 2)), pending(2, add(.margherita))]
    let shown = state(base, changes[0], changes[1])
    #expect(
      shown.pending.map(\.subject) == [
        .line(kola.line, name: "Kola", quantity: 2),
        .line(CartItem.margherita.line, name: "Margherita", quantity: 1),
      ])
    #expect(shown.lines.map(\.item.name) == ["Kola", "Margherita"])
  }

  @Test func `the sums are the server's only if they agree and nothing is pending`() {
    func isEstimate(_ base: CartBase, _ pending: Item...) -> Bool? {
      model.state(of: .init(base: base, pending: pending, context: .almaty)).totals?.isEstimate
    }
    let cart = server(line(.cola), fees: [("service", 100)])
    #expect(isEstimate(base(cart)) == false)
    #expect(isEstimate(base(server(line(.cola), problems: [.sumsDiffer]))) == true)
    #expect(isEstimate(base(cart), pending(1, set(.cola, 2))) == true)
    #expect(isEstimate(base(cart), pending(1, set(.cola, 2), refusal: .conflict)) == false)
    #expect(isEstimate(base(cart), pending(1, order)) == false)
    #expect(isEstimate(base(), pending(1, add(.cola), refusal: .conflict)) == true)
    #expect(state(base(cart)).totals?.due.minorUnits == 700)
    #expect(state(base(server(fees: [("service", 100)]))).totals == nil)
  }

  @Test func `estimated fees replace the server's of the same kind while changes are pending`() {
    let (tenge, dinar) = (CartItem.cola.unitPrice.currency, CurrencyCode(rawValue: "RSD"))
    let model = CartModel(
      server: model.server,
      estimatedFees: { city, fulfillment, items in
        var fees: [CartTotals.Fee] = [
          .init(kind: "delivery", amount: Money(items.minorUnits / 100, tenge)),
          .init(kind: "packing", amount: .zero(tenge)), .init(kind: "tip", amount: Money(1, tenge)),
        ]
        if let dinar { fees.append(.init(kind: "service", amount: Money(9, dinar))) }
        return city == RequestContext.almaty.city && fulfillment == nil ? fees : []
      }, placeAtServer: { .resolved($0.place) })
    let cart = base(
      server(line(.cola), fees: [("delivery", 500), ("service", 100), ("packing", 50)]))
    func fees(_ pending: Item...) -> CartTotals? {
      model.state(of: .init(base: cart, pending: pending, context: .almaty)).totals
    }
    #expect(fees()?.fees.map(\.kind) == ["delivery", "service", "packing"])
    let estimate = fees(pending(1, set(.cola, 2)))
    #expect(estimate?.fees.map(\.kind) == ["service", "delivery", "tip"])
    #expect(estimate?.fees.map(\.amount.minorUnits) == [100, 12, 1])
    #expect(estimate?.due.minorUnits == 1_313 && estimate?.isEstimate == true)
  }

  @Test func `the minimum is compared with the price of all lines less the discounts`() throws {
    let currency = CartItem.cola.unitPrice.currency
    let price = LinePrice(
      unit: Money(600, currency), total: Money(1_200, currency),
      discounts: [CartDiscount(code: "A", amount: Money(200, currency))],
      final: Money(1_000, currency), isEstimate: false)
    func problems(_ minimum: Int64) -> [CartProblem] {
      let cart = server(
        line(.cola, 2, price: price), fees: [("service", 500)], minimum: minimum,
        problems: [.sumsDiffer])
      return state(base(cart)).problems
    }
    #expect(problems(1_000) == [.sumsDiffer])
    #expect(
      problems(1_001) == [
        .belowMinimum(Money(1_001, currency), missing: Money(1, currency)), .sumsDiffer,
      ])
  }
}
