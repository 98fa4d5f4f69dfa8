import Networking
import Sync

extension DefaultShoppingCart {
  /// Makes one attempt to send a change.
  func send(_ outgoing: OutgoingChange<CartChange>) async -> Delivery<CartChange> {
    let change = outgoing.change
    guard let context else { return .unreachable }
    // Changes of a cart that was left are superfluous. Those of any other cart are sent, because the
    // record of that cart may be lost.
    guard !isLeft(change.cart) else { return .applied() }
    switch await server.send(change, key: outgoing.key, in: context) {
    case .done(let cart):
      guard cart.id == kept?.id else { return .applied() }
      arrive(cart)
      return .applied(version: cart.version)
    case .ordered(let number):
      await leave(change.cart) { kept in
        kept.offer = nil
        kept.ordered = number
      }
      return .applied()
    case .seenOthers(let cart):
      guard case .line(let wish) = change.wish, wish.isAddition else {
        return .conflict(rebased: nil)
      }
      arrive(cart)
      let present = cart.quantity(of: wish.item.line)
      return .conflict(rebased: change.with(.line(wish.rebased(on: present))))
    case .closed:
      guard change.cart == kept?.id || isLeft(change.cart) else {
        // Nothing of a cart that is not shown can be offered again, so the user decides.
        return .rejected("the cart is closed")
      }
      await leaveClosed(change.cart)
      return .applied()
    case .other(let delivery):
      return delivery
    }
  }

  /// Asks for the cart, unless it came with the answer to a change.
  ///
  /// The answer to a repeated change may be an old one, so the first time the server is asked.
  func fetch(_ id: String, ifNot validator: String?) async -> SourceAnswer<ServerCart?> {
    guard let context else { return .failed("no city") }
    guard !id.isEmpty, id == kept?.id else { return .value(nil) }
    if occasionAsked == occasions, let answer = takeArrived(id) { return answer }
    let (known, occasion) = (arrived?.version, occasions)
    switch await server.cart(id, ifNot: validator, in: context) {
    case .answer(.failed(let reason)):
      // What waits stays on top until the server could be asked; an old answer may lack more. One that
      // came meanwhile is a reason to ask once more.
      if arrived?.version == known { arrived = nil }
      return .failed(reason)
    case .answer(let answer):
      occasionAsked = occasion
      if case .value(_, _, let version) = answer { asked = version.map { (id, $0) } }
      if let cart = arrived { arrived = isNews(cart) ? cart : nil }
      return answer
    case .closed where isOrdering:
      // The order's own answer says what became of it.
      arrived = nil
      return .failed("the cart was ordered")
    case .closed:
      await leaveClosed(id)
      return .value(nil)
    }
  }

  private func takeArrived(_ id: String) -> SourceAnswer<ServerCart?>? {
    guard let cart = arrived, cart.id == id else { return nil }
    arrived = nil
    return .value(cart, version: cart.version)
  }

  private var isOrdering: Bool {
    if case .waiting = makeState().order { true } else { false }
  }

  /// Notes a cart that came with the answer to a change, unless a newer one is there.
  private func arrive(_ cart: ServerCart) {
    if let arrived, arrived.id == cart.id, arrived.version > cart.version { return }
    if isNews(cart) { arrived = cart }
  }

  /// Whether a cart is newer than the one that was asked for.
  ///
  /// In one version that one is: it was made after the change, with the prices of then.
  private func isNews(_ cart: ServerCart) -> Bool {
    asked.map { $0.cart != cart.id || $0.version < cart.version } ?? true
  }
}
