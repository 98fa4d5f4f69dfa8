import CartTestSupport
import Networking
import Pricing
import Sync
import Testing

@testable import Cart

@Suite("A change of a cart")
struct CartChangeTests {
  private func change(_ edit: CartOperation, _ operation: String = "o") -> CartChange {
    CartChange(cart: "c", operation: operation, edit: edit)
  }

  private func line(
    _ quantity: Int, base: Int = 0, isAddition: Bool = false, isMade: Bool = false
  ) -> CartOperation {
    .line(
      LineEdit(
        item: .cola, quantity: quantity, base: base, isAddition: isAddition, isMade: isMade))
  }

  private let fulfillment = CartOperation.fulfillment(CartFulfillment(.pickup, "1"))
  private let order = CartOperation.order(OrderContent(due: 1, lines: []))

  /// Returns the result of coalescing two changes, whose operations are `first` and `last`.
  private func coalesced(_ first: CartOperation, _ last: CartOperation) -> String {
    switch change(last, "last").coalesce(after: change(first, "first")) {
    case .merged(let change) where change.cart == "c" && change.operation == "first":
      change.edit == last ? "the last" : "\(change.edit)"
    case .merged(let change): "a change of \(change.cart) by \(change.operation)"
    case .keepBoth: "both"
    case .cancelled: "none"
    }
  }

  @Test func `a refusal that an earlier release stored is read`() {
    #expect(CartChange.rejection(fromStoredText: "the cart is closed") == .cartClosed)
    #expect(CartChange.rejection(fromStoredText: "no") == .other(code: "", text: "no"))
  }

  @Test func `only an order waits for all earlier changes`() {
    #expect(change(order).dependencies == .everything && change(order).isOrder)
    for edit in [line(1), fulfillment, .promo("A", isWanted: true)] {
      #expect(change(edit).dependencies == .none && !change(edit).isOrder)
    }
  }

  @Test func `only a change of a line contains a line and a city`() {
    let pizza = CartItem.sample(
      "margherita", "Margherita", 2_800, modifiers: [.init("cheese", in: "a b")])
    let edit = LineEdit(item: pizza, quantity: 1, base: 0, isAddition: true)
    let long = CartChange(cart: "a longer id", operation: "o", edit: .line(edit))
    #expect(long.line(in: long.lane) == pizza.line)
    #expect(long.city == pizza.city)
    for edit in [order, fulfillment, .promo("A", isWanted: true)] {
      #expect(change(edit).line(in: change(edit).lane) == nil)
      #expect(change(edit).city == nil)
    }
  }

  @Test func `a line that is certainly new and removed at once is not sent at all`() {
    #expect(coalesced(line(1, isAddition: true, isMade: true), line(0, base: 1)) == "none")
    // The server may have this line.
    #expect(coalesced(line(1, isAddition: true), line(0, base: 1)) == "\(line(0))")
    #expect(
      coalesced(line(1, isAddition: true, isMade: true), line(1, base: 1))
        == "\(line(1, isMade: true))")
  }

  @Test func `two additions are one, and a quantity replaces what was before it`() {
    #expect(
      coalesced(line(5, base: 3, isAddition: true), line(9, base: 5, isAddition: true))
        == "\(line(9, base: 3, isAddition: true))")
    // Another device has changed the quantity between the two additions.
    #expect(
      coalesced(line(5, base: 3, isAddition: true), line(9, base: 8, isAddition: true))
        == "\(line(6, base: 3, isAddition: true))")
    #expect(
      coalesced(line(5, base: 3, isAddition: true), line(9, base: 5)) == "\(line(9, base: 3))")
    #expect(
      coalesced(line(5, base: 3), line(9, base: 5, isAddition: true)) == "\(line(9, base: 3))")
  }

  @Test func `a change of a code or of the fulfillment replaces an earlier one of the same kind`() {
    let (wanted, unwanted) = (
      CartOperation.promo("A", isWanted: true), CartOperation.promo("A", isWanted: false)
    )
    #expect(coalesced(wanted, unwanted) == "the last")
    #expect(coalesced(wanted, .promo("B", isWanted: true)) == "both")
    #expect(coalesced(fulfillment, .fulfillment(CartFulfillment(.delivery, "2"))) == "the last")
    #expect(coalesced(wanted, fulfillment) == "both")
    #expect(coalesced(line(1), wanted) == "both")
  }

  @Test func `an order is merged with nothing`() {
    for edit in [line(1), fulfillment, order, .promo("A", isWanted: true)] {
      #expect(coalesced(edit, order) == "both")
      #expect(coalesced(order, edit) == "both")
    }
  }

  @Test func `a refused change is superseded by one that states the whole result`() {
    func supersedes(_ last: CartOperation, _ first: CartOperation) -> Bool {
      change(last).supersedes(change(first))
    }
    #expect(supersedes(line(2), line(1)))
    #expect(supersedes(line(2), line(1, isAddition: true)))
    #expect(!supersedes(line(2, base: 1, isAddition: true), line(1)))
    #expect(supersedes(.promo("A", isWanted: false), .promo("A", isWanted: true)))
    #expect(!supersedes(.promo("B", isWanted: true), .promo("A", isWanted: true)))
    #expect(supersedes(fulfillment, fulfillment) && supersedes(order, order))
    #expect(!supersedes(order, fulfillment) && !supersedes(fulfillment, line(1)))
  }

  @Test func `a rebased addition adds as many units, up to the maximum of a line`() {
    let edit = LineEdit(item: .cola, quantity: 5, base: 3, isAddition: true, isMade: true)
    #expect(
      edit.rebased(on: 10) == LineEdit(item: .cola, quantity: 12, base: 10, isAddition: true))
    #expect(
      edit.rebased(on: 98) == LineEdit(item: .cola, quantity: 99, base: 98, isAddition: true))
    // The server allows more units, and an accepted price adds none.
    let price = LineEdit(item: .cola, quantity: 5, base: 5, isAddition: true)
    #expect(
      price.rebased(on: 150) == LineEdit(item: .cola, quantity: 150, base: 150, isAddition: true))
    #expect(
      edit.rebased(on: 150) == LineEdit(item: .cola, quantity: 150, base: 150, isAddition: true))
  }

  @Test func `the price of a line without a code is an estimate only if the code had an effect`() {
    let currency = CartItem.cola.unitPrice.currency
    let price = LinePrice(
      unit: Money(500, currency), total: Money(1_500, currency),
      discounts: [
        CartDiscount(code: "A", amount: Money(100, currency)),
        CartDiscount(code: "B", amount: Money(50, currency)),
      ],
      final: Money(1_350, currency), isEstimate: false)
    #expect(price.without("C") == price)
    let without = price.without("A")
    #expect(
      without
        == LinePrice(
          unit: price.unit, total: price.total, discounts: [price.discounts[1]],
          final: Money(1_450, currency), isEstimate: true))
    #expect(without.without("B") == .estimate(price.unit, 3))
  }

  @Test func `a line of several units has an estimated price of all units`() {
    let unit = CartItem.cola.unitPrice
    let total = Money(1_800, unit.currency)
    #expect(
      LinePrice.estimate(unit, 3)
        == LinePrice(unit: unit, total: total, discounts: [], final: total, isEstimate: true))
  }
}
