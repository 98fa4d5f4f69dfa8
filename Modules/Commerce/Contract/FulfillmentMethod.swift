/// A way in which the customer receives an order, such as delivery.
///
/// Decoding and encoding preserve a method that this release of the app does not know.
public struct FulfillmentMethod: RawRepresentable, Sendable, Hashable, Codable {
  /// The server's name of the fulfillment method, such as `dineIn`.
  public let rawValue: String

  /// Creates a method from the server's name for it, also from one that this release does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Delivery by courier to an address of the user.
  public static let delivery = FulfillmentMethod(rawValue: "delivery")
  /// Pickup by the customer at a restaurant.
  public static let pickup = FulfillmentMethod(rawValue: "pickup")
  /// A meal in the restaurant.
  public static let dineIn = FulfillmentMethod(rawValue: "dineIn")
}
