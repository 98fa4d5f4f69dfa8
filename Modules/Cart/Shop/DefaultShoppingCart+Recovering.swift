import Networking
import Sync

extension DefaultShoppingCart {
  /// Restores the record of the cart from the waiting changes, where the record does not name a cart.
  ///
  /// A change names its cart, and a line the city that it is sold in. The newest change for a cart that
  /// was not left is for the current cart.
  func recover() async {
    let carts = items.compactMap(\.change?.cart)
    if let kept, kept.left == nil {
      // An earlier release leaves a cart without recording which one.
      self.kept?.left = Set(carts).subtracting([kept.id].compactMap(\.self)).sorted()
    }
    guard kept?.id == nil, let cart = carts.last(where: { !isLeft($0) }) else { return }
    isRecovered = true
    let city = items.compactMap(\.change).last { $0.cart == cart && $0.city != nil }?.city
    guard let city = city ?? kept?.city else {
      unplaced = cart
      return
    }
    await adopt(cart, in: city)
  }

  /// Places a recovered cart in the city that was entered, when no waiting change names another.
  func placeRecovered(in context: RequestContext) async {
    guard kept == nil, let unplaced else { return }
    self.unplaced = nil
    await inTurn { await adopt(unplaced, in: context.city) }
  }

  private func adopt(_ cart: String, in city: Int) async {
    let recovered = KeptCart(
      id: cart, city: city, offer: kept?.offer, ordered: kept?.ordered, left: kept?.left ?? [])
    kept = recovered
    lastKept = await shelf.keep(recovered)
  }

  /// Whether a cart is known to have been left, so that nothing is to be sent for it any more.
  func isLeft(_ cart: String) -> Bool { kept?.left?.contains(cart) == true }
}
