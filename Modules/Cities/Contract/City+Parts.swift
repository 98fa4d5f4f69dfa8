extension City {
  /// One way to get an order, with its times and its price.
  public struct Fulfilment: Sendable, Hashable, Codable {
    /// What happens to the order; a kind unknown to this release is kept as it came.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
      /// The server's word for it.
      public let rawValue: String
      /// Wraps the server's word.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// A courier brings it.
      public static let delivery = Kind(rawValue: "delivery")
      /// The customer fetches it.
      public static let pickup = Kind(rawValue: "pickup")
      /// The customer eats it there.
      public static let dineIn = Kind(rawValue: "dineIn")
    }

    /// What happens to the order.
    public let kind: Kind
    /// When orders are first taken, in minutes after local midnight.
    public let opens: Int
    /// When orders are last taken; before `opens` it means the next day.
    public let closes: Int
    /// The smallest order, in minor units; 0 when any is taken.
    public let minimumOrder: Int64
    /// The price of this way, in minor units; 0 when it is free.
    public let fee: Int64
    /// The order from which the fee falls away, in minor units; `nil` when it never does.
    public let freeFrom: Int64?
  }

  /// A way to pay; a kind unknown to this release is kept as it came.
  public struct PaymentKind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's word for it.
    public let rawValue: String
    /// Wraps the server's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// In cash, on receipt.
    public static let cash = PaymentKind(rawValue: "cash")
    /// By card, in the app.
    public static let card = PaymentKind(rawValue: "card")
  }
}
