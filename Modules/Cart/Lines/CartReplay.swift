import Pricing

/// The server's cart with the changes that wait on top: what is shown.
///
/// A pure function of both. Changes say what there is to be, so it does not matter whether the server
/// has one of them already. It goes on with a change that comes behind all others, which is the same as
/// to make it anew with that change, and takes no longer however many there are.
struct CartReplay: Sendable, Equatable {
  /// The lines as the server orders them, then those that it does not have.
  private(set) var lines: [CartLine]
  /// Where each line is.
  private var places: [CartLine.ID: Int] = [:]
  private(set) var promos: [CartPromo]
  private(set) var fulfilment: CartFulfilment?
  /// Whether the server's sums are about something else than what is shown.
  private(set) var isAhead = false

  /// The lines as the server has them.
  private let base: [CartLine]
  /// What is wished about each line, the oldest first.
  private var wishes: [CartLine.ID: [PendingWish]] = [:]
  /// The lines that were gone at some time, and may have come back in another place.
  private var moved: Set<CartLine.ID> = []
  /// Positions in the order in which the user added lines, as far as that is known.
  private var ranks: [CartLine.ID: Int]
  /// Whether ``lines`` may be in another order than the ranks.
  private var mayDiffer: Bool
  /// Whether a promo code has been taken off lines, by a change of none of them.
  private var isWithoutCode = false

  /// Replays changes, the oldest first.
  ///
  /// - Parameters:
  ///   - server: The server's cart, as far as it is known.
  ///   - changes: The changes that wait, the oldest first.
  ///   - order: The lines that the user added before those of the changes, the oldest first.
  init(_ server: ServerCart?, _ changes: [PendingWish], order: [CartLine.ID] = []) {
    ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    mayDiffer = !order.isEmpty
    base = server?.lines ?? []
    lines = base
    promos = server?.promos ?? []
    fulfilment = server?.fulfilment
    findPlaces()
    for change in changes { replay(change) }
    for index in lines.indices { lines[index].notePriceChange() }
  }

  /// Goes on with a change behind all others.
  mutating func add(_ change: PendingWish) {
    replay(change)
    if let line = change.line, let index = places[line] { lines[index].notePriceChange() }
  }

  /// Goes on when the change that was added last waits as `taken`: alone, or as part of the one of its
  /// line before it.
  ///
  /// Returns whether that was possible; if not, it has to be made anew.
  mutating func note(_ taken: PendingWish, isMerged: Bool) -> Bool {
    guard let id = taken.line, var wishes = wishes[id] else { return !isMerged }
    guard taken.mark == wishes.popLast()?.mark else { return false }
    if isMerged {
      guard wishes.popLast()?.id == taken.id, !moved.contains(id), !isWithoutCode,
        let index = places[id]
      else { return false }
      // The other lines are what they were, so this one is enough.
      var line = base.first { $0.id == id }
      for wish in wishes + [taken] {
        line = wish.replayed(on: line)
        if line == nil { return false }
      }
      guard var line else { return false }
      line.notePriceChange()
      // Nearly always it is shown like that already, and all lines would be copied.
      if lines[index] != line { lines[index] = line }
    }
    self.wishes[id] = wishes + [taken]
    return true
  }

  private mutating func replay(_ change: PendingWish) {
    if !change.mark.isFailed, change.wish.isShown { isAhead = true }
    switch change.wish {
    case .line(let wish):
      let id = change.line ?? wish.item.line
      wishes[id, default: []].append(change)
      if wish.base == 0 { rank(id) }
      put(change.replayed(on: places[id].map { lines[$0] }), at: id)
    case .promo(let code, let isWanted): replay(code, isWanted, change.mark)
    case .fulfilment(let wish): if !change.mark.isFailed { fulfilment = wish }
    case .order: break
    }
  }

  private mutating func put(_ line: CartLine?, at id: CartLine.ID) {
    switch (places[id], line) {
    case (nil, nil): break
    case (nil, let line?):
      places[id] = lines.count
      lines.append(line)
    case (let index?, let line?): lines[index] = line
    case (let index?, nil):
      lines.remove(at: index)
      moved.insert(id)
      findPlaces()
    }
  }

  /// The lines in the order in which the user added them.
  ///
  /// Lanes are sent side by side, so the server may have them in another. A line that another device has
  /// added stays where the server has it.
  var arrangedLines: [CartLine] {
    guard mayDiffer else { return lines }
    let places = lines.indices.filter { ranks[lines[$0].id] != nil }
    let ranked = places.map { lines[$0] }.sorted {
      ranks[$0.id, default: 0] < ranks[$1.id, default: 0]
    }
    var arranged = lines
    for (place, line) in zip(places, ranked) { arranged[place] = line }
    return arranged
  }

  /// Whether a change of a line, behind all others, makes them tell another order where the server's
  /// cart is not known.
  func isReordered(by id: CartLine.ID, keeping order: [CartLine.ID]) -> Bool {
    guard wishes[id] == nil, places[id] != nil, !wishes.isEmpty else { return false }
    let later = arrangedLines.drop { $0.id != id }.dropFirst().map(\.id)
      .filter { wishes[$0] != nil }
    return !later.isEmpty && !Set(order).isSuperset(of: later + [id])
  }

  /// Notes a line that the user adds behind all others.
  private mutating func rank(_ id: CartLine.ID) {
    if places[id] != nil || ranks[id] != nil { mayDiffer = true }
    if ranks[id] == nil { ranks[id] = ranks.count }
  }

  private mutating func findPlaces() {
    places = Dictionary(lines.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
  }

  private mutating func replay(_ code: String, _ isWanted: Bool, _ mark: CartMark) {
    let index = promos.firstIndex { $0.code == code }
    if mark.isFailed {
      if index == nil { promos.append(CartPromo(code: code, state: .waiting(mark))) }
      return
    }
    switch (isWanted, index) {
    case (true, nil): promos.append(CartPromo(code: code, state: .waiting(mark)))
    case (false, let index?):
      promos.remove(at: index)
      for line in lines.indices { lines[line].price = lines[line].price.without(code) }
      isWithoutCode = true
    case (true, _?), (false, nil): break
    }
  }
}

extension CartWish {
  /// Whether it makes the cart another than the server's.
  fileprivate var isShown: Bool { if case .order = self { false } else { true } }
}

extension CartLine {
  /// Tells a price that is not the one at which the line was made.
  fileprivate mutating func notePriceChange() {
    problems.removeAll { if case .priceChanged = $0 { true } else { false } }
    guard kind == .chosen, item.unitPrice != price.unit else { return }
    problems.append(.priceChanged(from: item.unitPrice, to: price.unit))
  }
}
