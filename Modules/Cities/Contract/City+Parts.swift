public import Networking

extension City {
  /// A way to receive an order, with its times and its price.
  public struct Fulfillment: Sendable, Hashable, Codable {
    /// The fulfillment method.
    public let method: FulfillmentMethod
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

    private enum CodingKeys: String, CodingKey {
      case method = "kind"
      case opens, closes, minimumOrder, fee, freeFrom
    }
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
