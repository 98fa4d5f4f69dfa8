import Commerce
import CartTestSupport
import Networking
import Testing

@testable import Cart
@testable import Sync

struct CartProjectionTests {
  private let ids = [CartItem.cola, .margherita, .pepperoni].map(\.line)

  @Test func `A change that the server has applied changes only the badge`() {
    let changes = [PendingEdit(.add(.cola, 2, base: 1), .maybeApplied)]
    for quantity in [1, 3] {
      let lines = CartProjection(ServerCart(CartLine(.cola, quantity)), changes).lines
      #expect(lines.map(\.quantity) == [3] && lines.map(\.status) == [.maybeApplied])
    }
  }

  @Test func `Lines stand in the order in which the user added them`() {
    let added = [CartItem.cola, .margherita, .pepperoni]
      .map { PendingEdit(.add($0, isMade: true), .pending) }
    // Lanes are sent concurrently, so any may be first.
    let answered = ServerCart(CartLine(.pepperoni), CartLine(.margherita))

    #expect(CartProjection(answered, added).arranged().map(\.id) == ids)
    #expect(CartProjection(answered, []).arranged(by: ids).map(\.id) == [ids[1], ids[2]])
    #expect(CartProjection(answered, []).arranged().map(\.id) == [ids[2], ids[1]])
  }

  @Test func `A line of another device stays where the server has it`() {
    let answered = ServerCart(CartLine(.margherita), CartLine(.pepperoni), CartLine(.cola))
    let added = [PendingEdit(.add(.cola), .pending), PendingEdit(.add(.margherita), .pending)]
    #expect(CartProjection(answered, added).arranged().map(\.id) == [ids[0], ids[2], ids[1]])
  }

  @Test func `A refused change has no effect but its reason`() {
    let (no, gone): (ChangeRefusal<CartRejection>, ChangeRefusal<CartRejection>) = (
      .conflict, .rejected(.soldOut(text: "gone"))
    )
    let projection = CartProjection(
      ServerCart(CartLine(.cola)),
      [
        PendingEdit(.set(.cola, 9), .failed(no)),
        PendingEdit(.set(.margherita, 2), .failed(gone)),
      ])

    #expect(projection.lines.map(\.quantity) == [1, 0])
    #expect(projection.lines.map(\.status) == [.failed(no), .failed(gone)])
    #expect(!projection.isAhead)
  }

  @Test func `A refused removal of a promo code is shown, and a pending one is not`() {
    func promos(_ status: SyncStatus<CartRejection>) -> [CartPromo] {
      CartProjection(ServerCart(), [PendingEdit(.promo("A", isWanted: false), status)]).promos
    }

    #expect(promos(.pending).isEmpty)
    #expect(
      promos(.failed(.conflict)) == [CartPromo(code: "A", state: .pending(.failed(.conflict)))])
  }

  @Test func `A pending change marks its line, unless the line has a refusal`() {
    let pending = PendingEdit(.set(.cola, 2), .pending)
    let refused = PendingEdit(.set(.cola, 9), .failed(.conflict))
    let cart = ServerCart(CartLine(.cola))

    #expect(CartProjection(cart, [pending]).lines.map(\.status) == [.pending])
    #expect(CartProjection(cart, [refused, pending]).lines.map(\.status) == [.failed(.conflict)])
  }

  @Test func `The new price of a gift is no problem, and that of a line is one after its others`() {
    let (old, new) = (CartItem.cola.unitPrice, CartItem.margherita.unitPrice)
    let lines = [CartLine.Kind.chosen, .gift].map { kind in
      var line = CartLine(.cola, kind: kind, price: .estimate(new, 1))
      line.problems = [.soldOut]
      return line
    }
    #expect(
      CartProjection(ServerCart(lines[0], lines[1]), []).lines.map(\.problems)
        == [[.soldOut, .priceChanged(from: old, to: new)], [.soldOut]])
  }

  @Test func `Edits of a new line add up, and a set quantity replaces what the server has`() {
    let twice = [PendingEdit(.add(.cola), .pending), PendingEdit(.add(.cola, base: 1), .pending)]
    #expect(CartProjection(nil, twice).lines.map(\.quantity) == [2])
    let set = [PendingEdit(.set(.cola, 2), .pending)]
    #expect(CartProjection(ServerCart(CartLine(.cola, 5)), set).lines.map(\.quantity) == [2])
    let added = [PendingEdit(.add(.cola, base: 1), .pending)]
    #expect(CartProjection(ServerCart(CartLine(.cola, 5)), added).lines.map(\.quantity) == [6])
  }

  @Test func `A line that is reduced to what is available is no problem any more`() {
    for (quantity, problems) in [(2, []), (3, []), (4, [.limited(to: 3)])] as [(Int, [LineProblem])]
    {
      var line = CartLine(.cola, 5)
      line.problems = [.limited(to: 3)]
      let edit = PendingEdit(.set(.cola, quantity, base: 5), .pending)
      #expect(CartProjection(ServerCart(line), [edit]).lines.map(\.problems) == [problems])
    }
  }

  @Test
  func `A line that cannot be read has no new price, is sent back, and is wanted with its item`() {
    let (old, new) = (CartItem.cola, CartItem.margherita.unitPrice)
    let raw = JSONValue(["quantity": 1])
    let (nowhere, nameless) = (
      CartItem(old.configuration, city: 0, name: "Cola", unitPrice: new, revision: ""),
      CartItem(old.configuration, city: old.city, name: "", unitPrice: new, revision: "")
    )
    let line = CartLine(
      id: old.line, kind: .chosen, item: old, quantity: 1, price: .estimate(new, 1),
      problems: [.unreadable], status: .confirmed, raw: raw)
    #expect(CartProjection(ServerCart(line), []).lines.map(\.problems) == [[.unreadable]])
    let wanted = CartProjection(ServerCart(line), []).wanted(by: [])
    #expect(wanted == [OtherCart.Line(item: old, quantity: 1)])
    for (item, quantity) in [(old, 0), (nowhere, 1), (nameless, 1)] {
      let other = CartLine(
        id: old.line, kind: .chosen, item: item, quantity: quantity, price: line.price,
        problems: [.unreadable], status: .confirmed, raw: raw)
      #expect(CartProjection(ServerCart(other), []).wanted(by: []) == [])
    }
    let edit = CartOperation.line(LineEdit(line, quantity: 3, isRelative: false))
    let changed = CartProjection(ServerCart(line), [PendingEdit(edit, .pending)]).lines
    #expect(changed.map(\.raw) == [raw] && changed.map(\.quantity) == [3])
  }

  @Test func `The user wants what is shown, and what was refused with its last quantity`() {
    let refused = PendingEdit(.set(.margherita, 2), .failed(.conflict))
    let cart = ServerCart(CartLine(.cola, 3), CartLine(.pepperoni, kind: .gift))
    #expect(
      CartProjection(cart, [refused]).wanted(by: []) == [
        OtherCart.Line(item: .cola, quantity: 3),
        OtherCart.Line(item: .margherita, quantity: 2),
      ])
    let removed = PendingEdit(.set(.margherita, 0), .failed(.conflict))
    #expect(CartProjection(nil, [removed]).wanted(by: []) == [])
  }

  @Test func `A label has a price only for a chosen line that a choice has repriced`() {
    let dearer = CartItem.sample("cola", "Kola", 700)
    let old = CartItem.cola.unitPrice
    let changed = LineProblem.priceChanged(from: old, to: dearer.unitPrice)
    for (label, kind, isRepriced, price) in [
      (dearer, CartLine.Kind.chosen, true, dearer.unitPrice), (dearer, .chosen, false, old),
      (dearer, .gift, true, old),
      (.sample("cola", "Kola", 700, currency: "RSD"), .chosen, true, old),
      (.sample("cola", "Kola", 600), .chosen, true, old),
    ] {
      var line = CartLine(.cola, 2, kind: kind)
      line.problems = [.soldOut, changed]
      line.show(label, withPrice: isRepriced)
      #expect(line.item.name == "Kola" && line.price == .estimate(price, 2))
      #expect(line.problems == (price == old ? [.soldOut, changed] : [.soldOut]))
    }
    var line = CartLine(.cola)
    line.show(.sample("cola", "Kola", 700, city: .belgrade), withPrice: true)
    #expect(line == CartLine(.cola))
  }

  @Test func `The estimate of a line that had no units has no discounts`() {
    let unit = CartItem.cola.unitPrice
    let price = LinePrice(
      unit: unit, total: unit, discounts: [CartDiscount(code: "A", amount: unit)],
      final: .zero(unit.currency))
    #expect(price.estimate(2, insteadOf: 0) == .estimate(unit, 2))
    #expect(price.estimate(2, insteadOf: 1).final.minorUnits == 0)
    let third = LinePrice(
      unit: unit, total: unit,
      discounts: [CartDiscount(code: "A", amount: Money(100, unit.currency))],
      final: unit)
    #expect(third.estimate(1, insteadOf: 3).discounts.map(\.amount.minorUnits) == [33])
    #expect(third.estimate(2, insteadOf: 3).discounts.map(\.amount.minorUnits) == [67])
  }
}
