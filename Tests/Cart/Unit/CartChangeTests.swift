import CartTestSupport
import Commerce
import Sync
import Testing

@testable import Cart

struct CartChangeTests {
  private let fulfillment = CartOperation.fulfillment(CartFulfillment(.pickup, "1"))
  private let wanted = CartOperation.promo("A", isWanted: true)
  private let unwanted = CartOperation.promo("A", isWanted: false)

  @Test func `Only a change of a line contains a line`() {
    let pizza = CartItem.sample(
      "margherita", "Margherita", 2_800, modifiers: [.init("cheese", in: "a b")])
    let key = CartKey(city: .almaty, number: 1, id: "a longer id")
    let long = CartChange(cart: key, operation: "o", edit: .add(pizza))
    #expect(long.line(in: long.lane) == pizza.line)
    for edit in [.order("o"), fulfillment, wanted] {
      #expect(change(edit).line(in: change(edit).lane) == nil)
    }
  }

  @Test func `A line that is certainly new and removed at once is not sent at all`() {
    let made = CartOperation.add(.cola, isMade: true)
    #expect(coalesced(made, .set(.cola, 0)) == "none")
    // The server may have this line.
    #expect(coalesced(.add(.cola), .set(.cola, 0)) == "\(CartOperation.set(.cola, 0, base: 0))")
    #expect(
      coalesced(made, .set(.cola, 1)) == "\(CartOperation.set(.cola, 1, base: 0, isMade: true))")
  }

  @Test func `Two additions are one, and a quantity replaces what was before it`() {
    let addition = CartOperation.add(.cola, 2, base: 3)
    let replaced = CartOperation.set(.cola, 9, base: 3)
    #expect(
      coalesced(addition, .add(.cola, 4, base: 5)) == "\(CartOperation.add(.cola, 6, base: 3))")
    // Another device has changed the quantity between the two additions.
    #expect(
      coalesced(addition, .add(.cola, 1, base: 8)) == "\(CartOperation.add(.cola, 3, base: 3))")
    #expect(coalesced(addition, .set(.cola, 9, base: 5)) == "\(replaced)")
    #expect(coalesced(.set(.cola, 5, base: 3), .add(.cola, 4, base: 5)) == "\(replaced)")
  }

  @Test func `A removal is sent if another device has added to the line, however it was edited`() {
    // One unit is added. Another device adds three, so the line is shown with four units.
    for edits in [
      [CartOperation.set(.cola, 0, base: 4)],
      [.set(.cola, 6, base: 4), .set(.cola, 0, base: 6)],
      [.set(.cola, 0, base: 4), .add(.cola, 2, isMade: true), .set(.cola, 0, base: 2)],
    ] {
      var pending = change(.add(.cola, isMade: true))
      for edit in edits {
        guard case .merged(let merged) = change(edit).coalesce(after: pending) else {
          Issue.record("the removal is not sent: \(edits)")
          return
        }
        pending = merged
      }
      guard case .line(let edit) = pending.edit else { return #expect(Bool(false)) }
      #expect(edit.quantity == 0 && !edit.isRelative)
    }
  }

  @Test func `A change of a code or of the fulfillment replaces an earlier one of the same kind`() {
    #expect(coalesced(wanted, unwanted) == "the last")
    #expect(coalesced(wanted, .promo("B", isWanted: true)) == "both")
    #expect(coalesced(fulfillment, .fulfillment(CartFulfillment(.delivery, "2"))) == "the last")
    #expect(coalesced(wanted, fulfillment) == "both" && coalesced(.add(.cola), wanted) == "both")
    for edit in [.add(.cola), fulfillment, .order("p"), wanted] {
      #expect(coalesced(edit, .order("o")) == "both" && coalesced(.order("o"), edit) == "both")
    }
  }

  @Test func `A refused change is superseded by one that states the whole result`() {
    func supersedes(_ last: CartOperation, _ first: CartOperation) -> Bool {
      change(last).supersedes(change(first))
    }
    #expect(supersedes(.set(.cola, 2), .set(.cola, 1)) && supersedes(.set(.cola, 2), .add(.cola)))
    #expect(!supersedes(.add(.cola, base: 1), .set(.cola, 1)))
    #expect(supersedes(unwanted, wanted) && !supersedes(.promo("B", isWanted: true), wanted))
    #expect(supersedes(fulfillment, fulfillment) && supersedes(.order("p"), .order("o")))
    #expect(!supersedes(.order("o"), fulfillment) && !supersedes(fulfillment, .set(.cola, 1)))
  }

  @Test func `A rebased addition adds as many units, up to the maximum of a line`() {
    let edit = LineEdit(item: .cola, quantity: 5, base: 3, isRelative: true, isMade: true)
    // The server allows more units, and an accepted price adds none.
    let price = LineEdit(item: .cola, quantity: 5, base: 5, isRelative: true)
    for (edit, present, quantity) in [
      (edit, 10, 12), (edit, 98, 99), (edit, 150, 150), (price, 150, 150),
    ] {
      #expect(
        edit.rebased(on: present)
          == LineEdit(item: .cola, quantity: quantity, base: present, isRelative: true))
    }
  }

  private func change(_ edit: CartOperation, _ operation: String = "o") -> CartChange {
    CartChange(cart: .c, operation: operation, edit: edit)
  }

  /// Returns the result of coalescing two changes, whose operations are `first` and `last`.
  private func coalesced(_ first: CartOperation, _ last: CartOperation) -> String {
    switch change(last, "last").coalesce(after: change(first, "first")) {
    case .merged(let change) where change.cart == .c && change.operation == "first":
      change.edit == last ? "the last" : "\(change.edit)"
    case .merged(let change): "a change of \(change.cart) by \(change.operation)"
    case .keepBoth: "both"
    case .cancelled: "none"
    }
  }
}
