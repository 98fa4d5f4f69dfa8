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

  @Test func `The price of a line without a code that has no effect is the same`() {
    let unit = CartItem.cola.unitPrice
    let price = LinePrice(unit: unit, total: unit, discounts: [], final: unit, isEstimate: false)
    #expect(price.without("A") == price)
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
}
