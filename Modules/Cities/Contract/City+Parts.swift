extension City {
  /// A way to receive an order, with its times and its price.
  public struct Fulfilment: Sendable, Hashable, Codable {
    /// The kind of fulfillment; a kind unknown to this release is preserved.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
      /// The server's name for the kind.
      public let rawValue: String
      /// Creates a kind from the server's name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Delivery by courier.
      public static let delivery = Kind(rawValue: "delivery")
      /// Pickup by the customer.
      public static let pickup = Kind(rawValue: "pickup")
      /// A meal in the restaurant.
      public static let dineIn = Kind(rawValue: "dineIn")
    }

    /// The kind of fulfillment.
    public let kind: Kind
    /// The time of day from which orders are accepted, in minutes after local midnight.
    public let opens: Int
    /// The time of day until which orders are accepted; below ``opens`` it is on the next day.
    public let closes: Int
    /// The smallest order value, in minor units; 0 if there is no minimum.
    public let minimumOrder: Int64
    /// The price of this fulfillment, in minor units; 0 if it is free.
    public let fee: Int64
    /// The order value from which the fee is waived, in minor units; `nil` if it never is.
    public let freeFrom: Int64?
  }

  /// A payment method; one unknown to this release is preserved.
  public struct PaymentKind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for the method.
    public let rawValue: String
    /// Creates a payment method from the server's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Cash, on receipt.
    public static let cash = PaymentKind(rawValue: "cash")
    /// Card, in the app.
    public static let card = PaymentKind(rawValue: "card")
  }
}
