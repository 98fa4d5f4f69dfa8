import Pricing
import Sync

/// A change that waits, and how far it got.
struct PendingWish: Sendable, Equatable {
  /// Its number in the queue; `nil` while it is not there yet.
  let id: Int?
  let wish: CartWish
  let mark: CartMark
  /// The line that it is about, which takes longer to name than to look at.
  let line: CartLine.ID?

  /// What is shown and not in the queue yet.
  init(wish: CartWish, mark: CartMark) {
    id = nil
    self.wish = wish
    self.mark = mark
    if case .line(let wish) = wish { line = wish.item.line } else { line = nil }
  }

  /// What waits in the queue; `nil` when nobody can read it.
  init?(_ item: OutboxItem<CartChange>) {
    guard let change = item.change else { return nil }
    id = item.id
    wish = change.wish
    mark = item.mark
    line = change.line(in: item.lane)
  }

  /// What becomes of its line, which may not be there and may be gone then.
  func replayed(on line: CartLine?) -> CartLine? {
    guard case .line(let wish) = wish else { return line }
    let id = self.line ?? wish.item.line
    if mark.isFailed {
      // Only its own effect is missing: what the server has stays, with the reason beside it.
      guard var line else { return CartLine(wish.item, of: id, 0, mark) }
      line.mark = mark
      return line
    }
    // What the server certainly has not comes to what is there; of what it may have, only the whole
    // is known.
    let isNew = wish.isAddition && mark == .pending
    let quantity = isNew ? wish.rebased(on: line?.quantity ?? 0).quantity : wish.quantity
    guard quantity > 0 else { return nil }
    guard var line else { return CartLine(wish.item, of: id, quantity, mark) }
    if line.quantity != quantity {
      line.price = .estimate(line.price.unit, quantity)
      line.quantity = quantity
    }
    line.show(wish.item)
    // What the user has to decide about is not hidden by what waits behind it.
    if !line.mark.isFailed { line.mark = mark }
    return line
  }
}

extension CartMark {
  /// Whether the user has to decide.
  var isFailed: Bool { if case .failed = self { true } else { false } }
}

extension CartLine {
  /// A line that the server has not.
  fileprivate init(_ item: CartItem, of id: ID, _ quantity: Int, _ mark: CartMark) {
    self.init(
      id: id, kind: .chosen, item: item, quantity: quantity,
      price: .estimate(item.unitPrice, quantity), problems: [], mark: mark)
  }
}
