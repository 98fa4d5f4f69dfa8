import Cart
import CartKit
import Commerce
import ShowcaseKit
import Sync

/// The cart as lines of text, for the screen and for transcripts.
enum CartPage {
  static func lines(_ state: CartState) -> [String] {
    let rows = state.lines.map(row)
    return (rows.isEmpty ? ["The cart is empty"] : rows) + below(state)
  }

  /// Returns the lines that follow the items of the cart, such as totals and pending changes.
  static func below(_ state: CartState) -> [String] {
    var lines = state.promos.map { "Code \($0.code): \($0.state.words)" }
    if let fulfillment = state.fulfillment {
      lines.append("Fulfillment: \(fulfillment.method.words)")
    }
    if let totals = state.totals { lines += sums(totals) }
    lines += state.problems.map(\.words)
    if let order = state.order.words { lines.append(order) }
    for cart in state.others {
      let name = cart.isClosed ? "Closed cart" : "Cart of \(Catalog.name(of: cart.city))"
      let items = cart.lines.map { "\($0.quantity) × \($0.item.name)" }.joined(separator: ", ")
      lines.append("\(name): \(items)")
    }
    lines += state.pending.map { change in
      "Change \(change.id), \(change.subject): \(change.status.words), \(change.reason.words)"
    }
    return lines
  }

  static func row(_ line: CartLine) -> String {
    "\(DisplayWidth.fit(line.title, to: 42)) \(line.price.final.text)\(line.note(\.words))"
  }

  private static func sums(_ totals: CartTotals) -> [String] {
    let fees = totals.fees.map { "\($0.kind) \($0.amount.text)" }
    let discount =
      totals.discount.minorUnits == 0
      ? [] : ["discount −\(totals.discount.text)"]
    let parts = (discount + fees).joined(separator: ", ")
    let mark = !totals.isEstimate ? "" : totals.isExact ? " (estimate)" : " (about)"
    return [
      "Due \(totals.due.text)\(mark)" + (parts.isEmpty ? "" : ": \(parts)")
    ]
  }
}
