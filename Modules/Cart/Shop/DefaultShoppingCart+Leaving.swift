import Networking
import Storage
import Sync

extension DefaultShoppingCart {
  func enter(_ context: RequestContext) async throws(CartError) {
    try await load()
    isOutdated = self.context != nil
    self.context = context
    await placeRecovered(in: context)
    await leaveOtherCity()
    publish()
  }

  /// Leaves a cart of another city than the one that was entered; one that is being ordered, after
  /// its order's answer.
  func leaveOtherCity() async {
    guard let context, let kept, kept.city != context.city else { return }
    if case .waiting = makeState().order { return }
    await leave(kept.id) { kept in
      kept.offer = offer(because: .cityChanged(from: kept.city)) ?? kept.offer
      kept.city = context.city
    }
  }

  func dismissOffer() async throws(CartError) {
    try await load()
    guard kept?.offer != nil else { return }
    await keep { $0.offer = nil }
  }

  /// Goes on without a cart that takes no more changes, with its lines offered again.
  func leaveClosed(_ id: String) async {
    await leave(id) { kept in kept.offer = offer(because: .closed) ?? kept.offer }
  }

  /// Leaves a cart in one step with what becomes of it; nothing if it was left before.
  func leave(_ id: String?, _ change: (inout KeptCart) -> Void) async {
    guard kept?.id == id else { return }
    let waiting = Set((items.compactMap(\.change) + underWay).map(\.cart))
    await keep { kept in
      change(&kept)
      kept.id = nil
      kept.left = ((kept.left ?? []) + [id].compactMap(\.self)).filter(waiting.contains)
      kept.order = nil
    }
    (isNew, isRecovered) = (false, false)
  }

  /// What is in the cart, to be offered again.
  private func offer(because reason: CartOffer.Reason) -> CartOffer? {
    let lines = makeState().lines.filter { $0.kind == .chosen }.compactMap { line in
      // What could not be added was wanted too.
      let quantity = line.quantity > 0 ? line.quantity : wanted(line.id)
      return quantity > 0 ? CartOffer.Line(item: line.item, quantity: quantity) : nil
    }
    return lines.isEmpty ? nil : CartOffer(reason: reason, lines: lines)
  }

  private func wanted(_ line: CartLine.ID) -> Int {
    for item in items.reversed() {
      if case .line(let wish)? = item.change?.wish, wish.item.line == line { return wish.quantity }
    }
    return 0
  }

  func keep(_ change: (inout KeptCart) -> Void) async {
    guard var cart = kept else { return }
    change(&cart)
    kept = cart
    publish()
    await inTurn { lastKept = await shelf.keep(cart) }
  }
}
