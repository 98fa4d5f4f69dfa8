import Pricing
import Sync

/// The server's cart with the changes that wait on top: what is shown.
///
/// A pure function of both. Changes say what there is to be, so it does not matter whether the server
/// has one of them already.
struct CartReplay {
  private(set) var lines: [CartLine]
  /// Where each line is.
  private var places: [CartLine.ID: Int] = [:]
  private(set) var promos: [CartPromo]
  private(set) var fulfilment: CartFulfilment?
  /// Whether the server's sums are about something else than what is shown.
  private(set) var isAhead = false

  init(_ server: ServerCart?, _ changes: [PendingWish]) {
    lines = server?.lines ?? []
    promos = server?.promos ?? []
    fulfilment = server?.fulfilment
    findPlaces()
    for change in changes {
      switch change.wish {
      case .line(let wish): replay(wish, of: change.line ?? wish.item.line, change.mark)
      case .promo(let code, let isWanted): replay(code, isWanted, change.mark)
      case .fulfilment(let wish): replay(wish, change.mark)
      case .order: break
      }
    }
    for index in lines.indices { lines[index].notePriceChange() }
  }

  private mutating func findPlaces() {
    places = Dictionary(lines.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
  }

  private mutating func append(_ line: CartLine) {
    places[line.id] = lines.count
    lines.append(line)
  }

  private mutating func replay(_ wish: LineWish, of id: CartLine.ID, _ mark: CartMark) {
    let index = places[id]
    if mark.isFailed {
      // Only its own effect is missing: what the server has stays, with the reason beside it.
      if let index {
        lines[index].mark = mark
      } else {
        append(CartLine(wish.item, of: id, 0, mark))
      }
      return
    }
    isAhead = true
    // What the server certainly has not comes to what is there; of what it may have, only the whole
    // is known.
    let isNew = wish.isAddition && mark == .pending
    let present = index.map { lines[$0].quantity } ?? 0
    let quantity = isNew ? wish.rebased(on: present).quantity : wish.quantity
    guard let index else {
      if quantity > 0 { append(CartLine(wish.item, of: id, quantity, mark)) }
      return
    }
    guard quantity > 0 else {
      lines.remove(at: index)
      findPlaces()
      return
    }
    if lines[index].quantity != quantity {
      lines[index].price = .estimate(lines[index].price.unit, quantity)
      lines[index].quantity = quantity
    }
    lines[index].item = wish.item
    // What the user has to decide about is not hidden by what waits behind it.
    if lines[index].mark.isFailed { return }
    lines[index].mark = mark
  }

  private mutating func replay(_ code: String, _ isWanted: Bool, _ mark: CartMark) {
    let index = promos.firstIndex { $0.code == code }
    if mark.isFailed {
      if index == nil { promos.append(CartPromo(code: code, state: .waiting(mark))) }
      return
    }
    isAhead = true
    switch (isWanted, index) {
    case (true, nil): promos.append(CartPromo(code: code, state: .waiting(mark)))
    case (false, let index?):
      promos.remove(at: index)
      for line in lines.indices { lines[line].price = lines[line].price.without(code) }
    case (true, _?), (false, nil): break
    }
  }

  private mutating func replay(_ wish: CartFulfilment, _ mark: CartMark) {
    if mark.isFailed { return }
    isAhead = true
    fulfilment = wish
  }
}

/// A change that waits, and how far it got.
struct PendingWish: Sendable, Equatable {
  let wish: CartWish
  let mark: CartMark
  /// The line that it is about, which takes longer to name than to look at.
  let line: CartLine.ID?

  init(wish: CartWish, mark: CartMark) {
    self.wish = wish
    self.mark = mark
    if case .line(let wish) = wish { line = wish.item.line } else { line = nil }
  }

  /// What waits in the queue; `nil` when nobody can read it.
  init?(_ item: OutboxItem<CartChange>) {
    guard let change = item.change else { return nil }
    wish = change.wish
    mark = item.mark
    line = change.line(in: item.lane)
  }
}

extension CartMark {
  /// Whether the user has to decide.
  var isFailed: Bool { if case .failed = self { true } else { false } }
}

extension CartLine {
  /// A line that the server has not.
  init(_ item: CartItem, of id: ID, _ quantity: Int, _ mark: CartMark) {
    self.init(
      id: id, kind: .chosen, item: item, quantity: quantity,
      price: .estimate(item.unitPrice, quantity), problems: [], mark: mark)
  }

  /// Tells a price that is not the one at which the line was made.
  fileprivate mutating func notePriceChange() {
    guard kind == .chosen, item.unitPrice != price.unit else { return }
    problems.append(.priceChanged(from: item.unitPrice, to: price.unit))
  }
}
