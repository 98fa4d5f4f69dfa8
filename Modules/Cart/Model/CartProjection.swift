import Commerce
import Sync

/// The displayed lines, promo codes and fulfillment: the server's cart with the pending changes
/// applied.
///
/// The server's cart may already contain the effect of a pending change. Applying the change again then
/// has no effect, because the change states its result, for example the whole quantity of a line.
struct CartProjection: Sendable {
  /// The lines of the server in the server's sequence, then the lines that the server does not have.
  private(set) var lines: [CartLine]
  private(set) var promos: [CartPromo]
  private(set) var fulfillment: CartFulfillment?
  /// Whether pending changes alter the cart, so that the server's sums are outdated.
  private(set) var isAhead = false
  /// The quantities in the last edits of the lines.
  private(set) var requested: [CartLine.ID: Int] = [:]

  /// The index of each line in ``lines``.
  private var indexOfLine: [CartLine.ID: Int] = [:]
  /// The ids of the lines that pending changes add, in display order: the oldest first.
  private var added: [CartLine.ID] = []

  /// Applies pending changes of a cart to the server's cart, the oldest first.
  ///
  /// If `server` is `nil`, the changes are applied to an empty cart. `accepted` contains prices that the
  /// user knows besides those of the items.
  init(_ server: ServerCart?, _ changes: [PendingEdit], accepted: [CartLine.ID: Money] = [:]) {
    lines = server?.lines ?? []
    promos = server.map { cart in cart.promos.map { $0.promo(in: cart.currency) } } ?? []
    fulfillment = server?.fulfillment
    indexLines()
    for change in changes { replay(change) }
    for index in lines.indices { lines[index].notePriceChange(accepted) }
  }

  private mutating func replay(_ change: PendingEdit) {
    switch change.edit {
    case .line(let edit):
      guard let id = change.line else { break }
      requested[id] = edit.quantity
      if edit.base == 0 { added.append(id) }
      put(change.replayed(edit, on: indexOfLine[id].map { lines[$0] }), at: id)
    case .promo(let code, let isWanted): replay(code, isWanted, change.status)
    case .fulfillment(let fulfillment):
      if !change.status.isFailed { self.fulfillment = fulfillment }
    case .order: return
    }
    if !change.status.isFailed { isAhead = true }
  }

  private mutating func put(_ line: CartLine?, at id: CartLine.ID) {
    switch (indexOfLine[id], line) {
    case (nil, nil): break
    case (nil, let line?):
      indexOfLine[id] = lines.count
      lines.append(line)
    case (let index?, let line?): lines[index] = line
    case (let index?, nil):
      lines.remove(at: index)
      indexLines()
    }
  }

  private mutating func indexLines() {
    indexOfLine = Dictionary(lines.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
  }

  private mutating func replay(
    _ code: String, _ isWanted: Bool, _ status: SyncStatus<CartRejection>
  ) {
    // The user's code is in capital letters; a server may spell it in another way.
    let index = promos.firstIndex { $0.code.uppercased() == code }
    if isWanted || status.isFailed {
      // A refused change has no effect, but the code shows the reason.
      if index == nil { promos.append(CartPromo(code: code, state: .pending(status))) }
    } else if let index {
      promos.remove(at: index)
      for line in lines.indices { lines[line].price = lines[line].price.without(code) }
    }
  }

  /// Returns the lines in display order: the sequence in which the user added them.
  ///
  /// The server may have the lines in another sequence, because changes of different lines are sent
  /// concurrently. A line that another device has added stays at its position in the server's sequence.
  ///
  /// - Parameter order: The ids of the lines that were added before the pending changes, the oldest
  ///   first.
  /// - Returns: The lines in display order.
  func arranged(by order: [CartLine.ID] = []) -> [CartLine] {
    guard !(order.isEmpty && added.isEmpty) else { return lines }
    var ranks: [CartLine.ID: Int] = [:]
    for id in order + added where ranks[id] == nil { ranks[id] = ranks.count }
    let places = lines.indices.filter { ranks[lines[$0].id] != nil }
    let sorted = places.sorted { ranks[lines[$0].id, default: 0] < ranks[lines[$1].id, default: 0] }
    guard sorted != places else { return lines }
    var arranged = lines
    for (place, other) in zip(places, sorted) { arranged[place] = lines[other] }
    return arranged
  }

  /// Returns the user's lines in display order, with the quantities that the user wants.
  func wanted(by order: [CartLine.ID]) -> [OtherCart.Line] {
    arranged(by: order).wanted(requested)
  }
}

/// A pending change of the displayed cart.
struct PendingEdit: Sendable {
  let edit: CartOperation
  var status: SyncStatus<CartRejection>
  /// The id of the edited line; `nil` if the edit is not about a line.
  ///
  /// The id is stored, because computing the id from the configuration is slow.
  let line: CartLine.ID?
}

extension PendingEdit {
  /// Creates an edit from an item of the queue; returns `nil` if this release cannot read the change.
  init?(_ item: OutboxItem<CartChange>) {
    guard let change = item.change else { return nil }
    self.init(edit: change.edit, status: item.status, line: change.line(in: item.lane))
  }

  /// Returns the line after the edit; `nil` if the edit removes the line.
  ///
  /// `line` is the line before the edit; `nil` if the cart did not contain the line.
  func replayed(_ edit: LineEdit, on line: CartLine?) -> CartLine? {
    if status.isFailed {
      // The refused change has no effect, but the line shows the reason.
      var line = line ?? new(edit, 0)
      line?.status = status
      return line
    }
    // A relative change with the status `pending` was not sent, so its units are added to the line. With
    // any other status, the server may already have added the units. The requested quantity is then used.
    let quantity =
      if edit.isRelative, case .pending = status {
        edit.rebased(on: line?.quantity ?? 0).quantity
      } else {
        edit.quantity
      }
    guard quantity > 0 else { return nil }
    guard var line else { return new(edit, quantity) }
    if line.quantity != quantity {
      line.price = line.price.estimate(quantity, insteadOf: line.quantity)
      line.quantity = quantity
      line.problems.removeAll { if case .limited(quantity...) = $0 { true } else { false } }
    }
    line.item = edit.item
    // The line may have the status of an earlier change that was refused. This status stays visible
    // until the user retries or discards the refused change.
    if !line.status.isFailed { line.status = status }
    return line
  }

  /// Returns a new line with the id in ``line`` and this quantity of the item; `nil` without an id.
  private func new(_ edit: LineEdit, _ quantity: Int) -> CartLine? {
    line.map { id in
      CartLine(
        id: id, kind: .chosen, item: edit.item, quantity: quantity,
        price: .estimate(edit.item.unitPrice, quantity), problems: [], status: status,
        raw: edit.damaged?.raw)
    }
  }
}

extension CartLine {
  /// Shows the names of another item of the same city, and its price if the server has not set one for
  /// the chosen fulfillment method yet.
  mutating func show(_ label: CartItem, withPrice isRepriced: Bool) {
    guard label.city == item.city else { return }
    item = item.labeled(as: label)
    guard isRepriced, kind == .chosen, label.unitPrice.currency == price.unit.currency,
      label.unitPrice != price.unit
    else { return }
    price = .estimate(label.unitPrice, quantity)
    problems.removeAll { if case .priceChanged = $0 { true } else { false } }
  }

  /// Whether the item can be added to another cart, although a part of the line cannot be read.
  fileprivate var canBeAdded: Bool {
    raw == nil || quantity > 0 && item.city != 0 && item.isReadable
  }

  /// Adds a problem if the price is higher than the one that the user knows, or in another currency.
  fileprivate mutating func notePriceChange(_ accepted: [CartLine.ID: Money]) {
    guard kind == .chosen, raw == nil else { return }
    let known = accepted[id].map { [$0, item.unitPrice] } ?? [item.unitPrice]
    let isKnown = known.contains { known in
      known.currency == price.unit.currency && known.minorUnits >= price.unit.minorUnits
    }
    if !isKnown { problems.append(.priceChanged(from: item.unitPrice, to: price.unit)) }
  }
}

extension [CartLine] {
  /// Returns the user's lines with the quantities that the user wants.
  ///
  /// A line that the server refused to add is displayed with the quantity 0, and the user still wants it:
  /// `requested` has the quantities in the last edits.
  func wanted(_ requested: [CartLine.ID: Int]) -> [OtherCart.Line] {
    filter { $0.kind == .chosen && $0.canBeAdded }.compactMap { line in
      let quantity = line.quantity > 0 ? line.quantity : requested[line.id] ?? 0
      return quantity > 0 ? OtherCart.Line(item: line.item, quantity: quantity) : nil
    }
  }

  /// The currency of the prices; `nil` if there are none, or several.
  var currency: CurrencyCode? {
    guard let first = first?.price.unit.currency else { return nil }
    return allSatisfy { $0.price.unit.currency == first } ? first : nil
  }
}
