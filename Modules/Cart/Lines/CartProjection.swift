import Pricing
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

  /// The index of each line in ``lines``.
  private var indexOfLine: [CartLine.ID: Int] = [:]
  /// The ids of the lines that pending changes add, in display order: the oldest first.
  private var added: [CartLine.ID] = []

  /// Applies pending changes to the server's cart, the oldest first.
  ///
  /// If `server` is `nil`, the changes are applied to an empty cart.
  init(_ server: ServerCart?, _ changes: [PendingEdit]) {
    lines = server?.lines ?? []
    promos = server?.promos ?? []
    fulfillment = server?.fulfillment
    indexLines()
    for change in changes { replay(change) }
    for index in lines.indices { lines[index].notePriceChange() }
  }

  private mutating func replay(_ change: PendingEdit) {
    switch change.edit {
    case .line(let edit):
      guard let id = change.line else { break }
      if edit.base == 0, !change.isUncertainAddition || indexOfLine[id] == nil { added.append(id) }
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
    let index = promos.firstIndex { $0.code == code }
    switch (isWanted && !status.isFailed, index) {
    case (true, nil): promos.append(CartPromo(code: code, state: .pending(status)))
    case (false, nil) where status.isFailed:
      promos.append(CartPromo(code: code, state: .pending(status)))
    case (false, let index?) where !status.isFailed:
      promos.remove(at: index)
      for line in lines.indices { lines[line].price = lines[line].price.without(code) }
    default: break
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
}

/// A pending change of the displayed cart.
struct PendingEdit: Sendable {
  let edit: CartOperation
  let status: SyncStatus<CartRejection>
  /// The id of the edited line; `nil` if the edit is not about a line.
  ///
  /// The id is stored, because computing the id from the configuration is slow.
  let line: CartLine.ID?

  init(_ edit: CartOperation, _ status: SyncStatus<CartRejection>) {
    self.edit = edit
    self.status = status
    if case .line(let edit) = edit { line = edit.item.line } else { line = nil }
  }

  /// Creates an edit from an item of the queue; returns `nil` if this release cannot read the change.
  init?(_ item: OutboxItem<CartChange>) {
    guard let change = item.change else { return nil }
    edit = change.edit
    status = item.status
    line = change.line(in: item.lane)
  }

  /// Whether the user added a line before the lines of the server's cart were known.
  ///
  /// The server's cart may already have contained this line.
  var isUncertainAddition: Bool {
    if case .line(let edit) = edit { edit.base == 0 && !edit.isMade } else { false }
  }

  /// Returns the line after the edit; `nil` if the edit removes the line.
  ///
  /// `line` is the line before the edit; `nil` if the cart did not contain the line.
  func replayed(_ edit: LineEdit, on line: CartLine?) -> CartLine? {
    if status.isFailed {
      // The refused change has no effect, but the line shows the reason.
      var line = line ?? new(edit.item, 0)
      line?.status = status
      return line
    }
    // An addition with the status `pending` was not sent, so its units are added to the line. With any
    // other status, the server may already have added the units. The requested quantity is then used.
    let quantity =
      if edit.isAddition, case .pending = status {
        edit.rebased(on: line?.quantity ?? 0).quantity
      } else {
        edit.quantity
      }
    guard quantity > 0 else { return nil }
    guard var line else { return new(edit.item, quantity) }
    if line.quantity != quantity {
      line.price = .estimate(line.price.unit, quantity)
      line.quantity = quantity
    }
    line.show(edit.item)
    // The line may have the status of an earlier change that was refused. This status stays visible
    // until the user retries or discards the refused change.
    if !line.status.isFailed { line.status = status }
    return line
  }

  /// Returns a new line with the id in ``line`` and this quantity of the item; `nil` without an id.
  private func new(_ item: CartItem, _ quantity: Int) -> CartLine? {
    line.map { id in
      CartLine(
        id: id, kind: .chosen, item: item, quantity: quantity,
        price: .estimate(item.unitPrice, quantity), problems: [], status: status)
    }
  }
}

extension CartLine {
  /// Adds a problem if the current price differs from the price with which the line was added.
  fileprivate mutating func notePriceChange() {
    guard kind == .chosen, item.unitPrice != price.unit else { return }
    problems.append(.priceChanged(from: item.unitPrice, to: price.unit))
  }
}

extension [CartLine] {
  /// The ids of the lines that the user has added.
  var chosen: [CartLine.ID] { filter { $0.kind == .chosen }.map(\.id) }
}
