/// A reason for which a change is refused.
///
/// Each `text` is the server's message for the user, or the server's code if it sent no message.
public enum CartRejection: Sendable, Hashable, Codable {
  /// The server has closed the cart: it was already ordered, it has expired, or it belongs to another
  /// account.
  case cartClosed
  /// The product is sold out, or is currently not on the menu.
  case soldOut(text: String)
  /// The sum due differs from the sum that the user saw when ordering; the cart is fetched again, and
  /// its state then shows the current sum.
  case sumChanged(text: String)
  /// The app no longer has the address or restaurant of the fulfillment, so the change is not sent.
  ///
  /// For example, the user removed the delivery address before it was sent to the server. If the server
  /// may have applied an earlier attempt to send the change, the cart is fetched again.
  case unknownPlace
  /// The order was not sent, because the fulfillment of the server's cart, as the device knows it, differs
  /// from the fulfillment that the user saw when ordering.
  ///
  /// For example, the user chose another address on another device.
  case fulfillmentChanged
  /// Any other reason: the server's code, or `notEncodable` if the device cannot encode the change.
  case other(code: String, text: String)
}

extension CartRejection: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .cartClosed: "the cart is closed"
    case .soldOut(let text), .sumChanged(let text), .other(_, let text): text
    case .unknownPlace: "the address no longer exists; choose another"
    case .fulfillmentChanged: "the way of delivery has changed; check it and order again"
    }
  }
}
