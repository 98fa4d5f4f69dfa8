import Cart
import Foundation
import Sandbox
import ShowcaseKit

/// A server of carts inside the process.
typealias CartSandbox = SandboxServer<CartServerModel>

extension CartSandbox {
  /// Makes a server without a cart.
  convenience init(pace: SandboxPace = .immediate) {
    self.init(.shop, pace: pace)
  }

  /// Another device of the same user makes it so many of an item.
  func setElsewhere(_ quantity: Int, of item: CartItem, in cart: String?) throws {
    guard let cart else { return }
    let item = try JSONDecoder().decode(CartView.Item.self, from: JSONEncoder().encode(item))
    change { $0.setElsewhere(quantity, of: item, in: cart) }
  }
}
