import Networking
import Sync

extension DefaultShoppingCart {
  /// Makes one attempt to send a change.
  func send(_ outgoing: OutgoingChange<CartChange>) async -> Delivery<CartChange> {
    let change = outgoing.change
    guard let context else { return .unreachable }
    // Nobody waits for what was meant for a cart that was left. Another cart whose record was lost is
    // sent what waits for it.
    guard !isLeft(change.cart) else { return .applied() }
    switch await server.send(change, key: outgoing.key, in: context) {
    case .done(let cart):
      guard cart.id == kept?.id else { return .applied() }
      arrived = newer(arrived, cart)
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
      arrived = newer(arrived, cart)
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
    if wasAsked, let answer = takeArrived(id) { return answer }
    let known = arrived?.version
    switch await server.cart(id, ifNot: validator, in: context) {
    case .answer(.failed(let reason)):
      // What waits stays on top until the server could be asked; an old answer may lack more. One that
      // came meanwhile is a reason to ask once more.
      if arrived?.version == known { arrived = nil }
      return .failed(reason)
    case .answer(let answer):
      wasAsked = true
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

  private func newer(_ first: ServerCart?, _ second: ServerCart) -> ServerCart {
    guard let first, first.id == second.id, first.version > second.version else { return second }
    return first
  }
}
