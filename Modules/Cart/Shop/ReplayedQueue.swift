import Sync

/// What the queue comes to on top of the server's cart: all of the state that takes long to make.
///
/// It goes on with each change of the user's, however long the queue is. After anything else that may
/// have changed it, it is made anew.
struct ReplayedQueue: Sendable, Equatable {
  private(set) var replay: CartReplay
  private(set) var waiting: [WaitingChange]
  /// How far the last order in the queue got.
  private(set) var order: CartMark?

  init(
    _ server: ServerCart?, _ items: [OutboxItem<CartChange>], of cart: String?,
    underWay: [CartChange], order: [CartLine.ID], isCityless: Bool
  ) {
    var wishes: [PendingWish] = []
    waiting = []
    for item in items {
      let wish = PendingWish(item)
      if let change = WaitingChange(item, about: wish?.line, isCityless: isCityless) {
        waiting.append(change)
      }
      // What waits for another cart is shown, and is not in this one.
      guard item.change == nil || item.change?.cart == cart else { continue }
      if case .order = wish?.wish { self.order = wish?.mark }
      if let wish { wishes.append(wish) }
    }
    wishes += underWay.map { PendingWish(wish: $0.wish, mark: .pending) }
    replay = CartReplay(server, wishes, order: order)
  }

  /// Goes on with a change that the user has just made.
  mutating func add(_ change: CartChange) {
    replay.add(PendingWish(wish: change.wish, mark: .pending))
  }

  /// Goes on when that change is in the queue, alone or as part of one before it; returns whether that
  /// was possible.
  mutating func note(_ item: OutboxItem<CartChange>, isMerged: Bool) -> Bool {
    guard let wish = PendingWish(item), replay.note(wish, isMerged: isMerged),
      let change = WaitingChange(item, about: wish.line, isCityless: false)
    else { return false }
    if case .order = wish.wish { order = wish.mark }
    guard isMerged else {
      waiting.append(change)
      return true
    }
    guard let index = waiting.lastIndex(where: { $0.id == item.id }) else { return false }
    waiting[index] = change
    return true
  }
}

extension WaitingChange {
  /// What waits in the queue, as a screen shows it; `nil` when it does not wait.
  fileprivate init?(
    _ item: OutboxItem<CartChange>, about line: CartLine.ID?, isCityless: Bool
  ) {
    // The server has it, so it does not wait.
    if case .settling = item.reason { return nil }
    let subject: WaitingChange.Subject =
      switch item.change?.wish {
      case .line(let wish):
        .line(line ?? wish.item.line, name: wish.item.name, quantity: wish.quantity)
      case .promo(let code, let isWanted): .promo(code, isWanted: isWanted)
      case .fulfilment(let fulfilment): .fulfilment(fulfilment)
      case .order: .order
      case nil: .unreadable
      }
    self.init(
      id: item.id, subject: subject, mark: item.mark,
      reason: isCityless && item.reason.isNext ? .gate([.noCity]) : item.reason)
  }
}

extension OutboxItem<CartChange> {
  /// The badge beside what it is about.
  var mark: CartMark {
    switch reason {
    case .needsDecision: .failed(refusal?.text ?? "")
    case .settling: .confirmed
    case .next, .inFlight, .gate, .notRunning, .behind, .dependsOn, .backoff:
      mayBeApplied ? .maybeApplied : .pending
    }
  }
}
