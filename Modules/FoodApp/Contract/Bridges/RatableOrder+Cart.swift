public import Cart
public import Foundation
import Networking
public import OrderRating

// From a cart to the reviews. Copy the file to change it.

extension RatableOrder {
  /// Creates the finished order of a cart.
  ///
  /// - Parameters:
  ///   - number: The number with which the order was placed.
  ///   - cart: The cart before the order was placed.
  ///   - time: The time at which the order was finished, by the server's clock.
  public init(_ number: String, of cart: CartState, finishedAt time: Date) {
    self.init(
      number, cart.fulfillment?.method ?? .delivery,
      lines: cart.lines.enumerated().map { .init("\($0 + 1)", name: $1.item.name) },
      finishedAt: time)
  }
}
