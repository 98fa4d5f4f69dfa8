import Cart
import Foundation
import Sandbox

/// A server of carts inside the process.
typealias CartSandbox = SandboxServer<CartServerModel>

extension CartSandbox {
  /// Creates a server without a cart.
  convenience init(pace: SandboxPace = .immediate) {
    self.init(.shop, pace: pace)
  }

  /// Sets the quantity of an item as another device of the user would.
  ///
  /// `cart` is the cart's id. If it is `nil`, the function does nothing.
  func setElsewhere(_ quantity: Int, of item: CartItem, in cart: String?) throws {
    guard let cart else { return }
    let item = try JSONDecoder().decode(CartView.Item.self, from: JSONEncoder().encode(item))
    change { $0.setElsewhere(quantity, of: item, in: cart) }
  }
}
