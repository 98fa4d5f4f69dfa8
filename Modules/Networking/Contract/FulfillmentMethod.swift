/// A way in which an order reaches the customer; a method unknown to this release is preserved.
public struct FulfillmentMethod: RawRepresentable, Sendable, Hashable, Codable {
  /// The server's name of the method.
  public let rawValue: String

  /// Creates a method from the server's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Delivery by courier.
  public static let delivery = FulfillmentMethod(rawValue: "delivery")
  /// Pickup by the customer.
  public static let pickup = FulfillmentMethod(rawValue: "pickup")
  /// A meal in the restaurant.
  public static let dineIn = FulfillmentMethod(rawValue: "dineIn")
}
