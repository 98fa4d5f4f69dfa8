import CartTestSupport
import Networking
import Pricing
import Testing

@testable import Cart
@testable import Sync

@Suite("The server's cart with pending changes on top")
struct CartProjectionTests {
  private func edit(
    _ item: CartItem, _ quantity: Int, base: Int = 0, isAddition: Bool = false,
    isMade: Bool = false, _ status: SyncStatus<CartRejection> = .pending
  ) -> PendingEdit {
    let edit = LineEdit(
      item: item, quantity: quantity, base: base, isAddition: isAddition, isMade: isMade)
    return PendingEdit(.line(edit), status)
  }

  private func server(_ lines: CartLine..., version: Int = 1) -> ServerCart {
    ServerCart(
      id: "c", version: version, city: 1, currency: CartItem.cola.unitPrice.currency,
      fulfillment: nil, lines: lines, promos: [], fees: [],
      minimum: .zero(CartItem.cola.unitPrice.currency), problems: [])
  }

  private func line(_ item: CartItem, _ quantity: Int) -> CartLine {
    let total = Money(item.unitPrice.minorUnits * Int64(quantity), item.unitPrice.currency)
    return CartLine(
      id: item.line, kind: .chosen, item: item, quantity: quantity,
      price: LinePrice(
        unit: item.unitPrice, total: total, discounts: [], final: total, isEstimate: false),
      problems: [], status: .confirmed)
  }

  @Test func `A change that the server has applied changes only the badge`() {
    let changes = [edit(.cola, 3, base: 1, isAddition: true, .maybeApplied)]
    let before = CartProjection(server(line(.cola, 1)), changes).lines
    let after = CartProjection(server(line(.cola, 3)), changes).lines

    #expect(before.map(\.quantity) == [3])
    #expect(after.map(\.quantity) == [3])
  }

  @Test func `An unsent addition is added to what other devices have added`() {
    let replay = CartProjection(server(line(.cola, 5)), [edit(.cola, 3, base: 1, isAddition: true)])

    #expect(replay.lines.map(\.quantity) == [7])
  }

  @Test func `lines stand in the order in which the user added them`() {
    let added = [CartItem.cola, .margherita, .pepperoni]
      .map { edit($0, 1, isAddition: true, isMade: true) }
    let ids = [CartItem.cola.line, CartItem.margherita.line, CartItem.pepperoni.line]
    // Lanes are sent concurrently, so any may be first.
    let answered = server(line(.pepperoni, 1), line(.margherita, 1))

    #expect(CartProjection(answered, added).arranged().map(\.id) == ids)
    #expect(CartProjection(answered, []).arranged(by: ids).map(\.id) == [ids[1], ids[2]])
    #expect(CartProjection(answered, []).arranged().map(\.id) == [ids[2], ids[1]])
  }

  @Test func `a line of another device stays where the server has it`() {
    let added = [CartItem.cola, .margherita].map { edit($0, 1, isAddition: true, isMade: true) }
    let answered = server(line(.margherita, 1), line(.pepperoni, 1), line(.cola, 1))

    let lines = CartProjection(answered, added).arranged()

    let ids = [CartItem.cola.line, CartItem.pepperoni.line, CartItem.margherita.line]
    #expect(lines.map(\.id) == ids)
  }

  @Test func `a line that the server had before an addition in ignorance stays where it is`() {
    let added = [
      edit(.cola, 1, isAddition: true, isMade: true), edit(.margherita, 2, isAddition: true),
    ]
    let answered = server(line(.margherita, 1), line(.pepperoni, 1), line(.cola, 1))

    let lines = CartProjection(answered, added).arranged()

    #expect(lines.map(\.id) == answered.lines.map(\.id))
  }

  @Test func `A stored order of lines stays when nothing is pending`() {
    let ids = [CartItem.cola.line, CartItem.margherita.line]
    var base = CartBase(CartRecord(id: "c", city: 1, left: [], order: ids))
    base.server = server(line(.cola, 1), line(.margherita, 1))
    let model = CartModel(
      server: CartServer(transport: CartServerDouble(), gate: Gate()),
      estimatedFees: { _, _, _ in [] },
      placeAtServer: { .resolved($0.place) })

    _ = model.reconcile(&base, with: CartModel.Snapshot(base: base))

    #expect(base.record?.order == ids)
  }

  @Test func `A refused change has no effect but its reason`() {
    let (no, gone): (ChangeRefusal<CartRejection>, ChangeRefusal<CartRejection>) = (
      .conflict, .rejected(.soldOut(text: "gone"))
    )
    let replay = CartProjection(
      server(line(.cola, 1)),
      [edit(.cola, 9, base: 1, .failed(no)), edit(.margherita, 2, .failed(gone))])

    #expect(replay.lines.map(\.quantity) == [1, 0])
    #expect(replay.lines.map(\.status) == [.failed(no), .failed(gone)])
    #expect(!replay.isAhead)
  }

  @Test func `A refused removal of a promo code is shown, and a pending one is not`() {
    func promos(_ status: SyncStatus<CartRejection>) -> [CartPromo] {
      CartProjection(server(), [PendingEdit(.promo("A", isWanted: false), status)]).promos
    }

    #expect(promos(.pending).isEmpty)
    #expect(
      promos(.failed(.conflict)) == [CartPromo(code: "A", state: .pending(.failed(.conflict)))])
  }

  @Test func `A pending change marks its line, unless the line has a refusal`() {
    let pending = edit(.cola, 2, base: 1)
    let refused = edit(.cola, 9, base: 1, .failed(.conflict))

    #expect(CartProjection(server(line(.cola, 1)), [pending]).lines.map(\.status) == [.pending])
    #expect(
      CartProjection(server(line(.cola, 1)), [refused, pending]).lines.map(\.status)
        == [.failed(.conflict)])
  }

  @Test func `a price that differs from that of adding is a problem until it is accepted`() {
    let (old, new) = (CartItem.cola.unitPrice, CartItem.margherita.unitPrice)
    var accepted = CartItem.cola
    accepted.unitPrice = new
    let price = LinePrice(unit: new, total: new, discounts: [], final: new, isEstimate: false)
    func line(_ kind: CartLine.Kind, _ id: CartLine.ID) -> CartLine {
      CartLine(
        id: id, kind: kind, item: .cola, quantity: 1, price: price, problems: [.soldOut],
        status: .confirmed)
    }
    let answered = server(
      line(.chosen, CartItem.cola.line), line(.gift, CartLine.ID(rawValue: "gift 1")))

    let before = CartProjection(answered, []).lines
    let after = CartProjection(answered, [edit(accepted, 1, base: 1, isAddition: true)]).lines

    #expect(before.map(\.problems) == [[.soldOut, .priceChanged(from: old, to: new)], [.soldOut]])
    #expect(after.map(\.problems) == [[.soldOut], [.soldOut]])
    #expect(after.map(\.price) == [price, price])
  }

  @Test func `Unsent additions are one change, however they were made`() {
    func change(_ quantity: Int, _ base: Int, _ isAddition: Bool) -> CartChange {
      let edit = LineEdit(
        item: .cola, quantity: quantity, base: base, isAddition: isAddition, isMade: base == 0)
      return CartChange(cart: "c", operation: "\(quantity)", edit: .line(edit))
    }
    func merged(_ first: CartChange, _ last: CartChange) -> CartChange? {
      let both = last.coalesce(after: first)
      return if case CoalescingResult.merged(let change) = both { change } else { nil }
    }
    #expect(
      merged(change(2, 0, true), change(5, 4, true))
        == CartChange(
          cart: "c", operation: "2",
          edit: .line(LineEdit(item: .cola, quantity: 3, base: 0, isAddition: true, isMade: true))))
    #expect(
      merged(change(2, 0, true), change(7, 2, false))
        == CartChange(
          cart: "c", operation: "2",
          edit: .line(LineEdit(item: .cola, quantity: 7, base: 0, isAddition: false, isMade: true)))
    )
    guard case CoalescingResult.cancelled = change(0, 2, false).coalesce(after: change(2, 0, true))
    else {
      Issue.record("what was taken back is sent")
      return
    }
  }

  @Test func `A removal is sent if another device has added to the line, however it was edited`() {
    func change(_ quantity: Int, _ base: Int, isAddition: Bool = false) -> CartChange {
      let edit = LineEdit(
        item: .cola, quantity: quantity, base: base, isAddition: isAddition, isMade: base == 0)
      return CartChange(cart: "c", operation: "1", edit: .line(edit))
    }
    // One unit is added. Another device adds three, so the line is shown with four units.
    let edits = [
      [change(0, 4)], [change(6, 4), change(0, 6)],
      [change(0, 4), change(2, 0, isAddition: true), change(0, 2)],
    ]
    for edits in edits {
      var pending = change(1, 0, isAddition: true)
      for edit in edits {
        guard case .merged(let merged) = edit.coalesce(after: pending) else {
          Issue.record("the removal is not sent: \(edits)")
          return
        }
        pending = merged
      }
      guard case .line(let edit) = pending.edit else { return #expect(Bool(false)) }
      #expect(edit.quantity == 0 && !edit.isAddition)
    }
  }

  @Test func `Texts of configurations are equal exactly if the configurations are`() {
    let configurations = [
      CartConfiguration(product: "a"), CartConfiguration(product: "a", variant: "b"),
      CartConfiguration(product: "a/b"), CartConfiguration(product: "a", modifiers: [.init("b")]),
      CartConfiguration(product: "a+b"), CartConfiguration(product: "a", removed: ["b"]),
      CartConfiguration(product: "a", modifiers: [.init("b", count: 2)]),
      CartConfiguration(product: "a", modifiers: [.init("b*2")]),
      CartConfiguration(product: "a", modifiers: [.init("b", in: "c")]),
      CartConfiguration(product: "a", modifiers: [.init("b", in: "d")]),
      CartConfiguration(product: "a", modifiers: [.init("b", in: "c"), .init("b", in: "d")]),
      CartConfiguration(product: "a", modifiers: [.init("c:b")]),
      CartConfiguration(product: "a", parts: [.init("s", CartConfiguration(product: "b"))]),
      CartConfiguration(product: "a(s:b)"), CartConfiguration(product: "a%2fb"),
    ]
    #expect(Set(configurations.map(\.text)).count == configurations.count)
    let halves = [CartConfiguration(product: "x"), CartConfiguration(product: "y")]
    #expect(
      CartConfiguration(product: "h", parts: halves.map { .init("half", $0) })
        == CartConfiguration(product: "h", parts: halves.reversed().map { .init("half", $0) }))
  }
}
