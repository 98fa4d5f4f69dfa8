extension City {
  /// The currency of a city, as three numbers that often differ.
  ///
  /// Serbia counts dinars in hundredths, shows none, and pays none: wire exponent 2, display digits
  /// 0, cash increment 100.
  public struct CurrencyRules: Sendable, Hashable, Codable {
    /// The ISO 4217 code; the city's own, because the platform's may be out of date.
    public let code: String
    /// How many decimal digits a minor unit is below the major one.
    public let wireExponent: Int
    /// How many decimal digits a person is shown.
    public let displayDigits: Int
    /// The smallest amount paid in cash, in minor units.
    public let cashIncrement: Int64
  }

  /// How phone numbers look in a city.
  public struct PhoneRules: Sendable, Hashable, Codable {
    /// The country calling code, without a plus.
    public let callingCode: Int
    /// How many digits a mobile number has after the calling code; never empty.
    public let mobileLengths: [Int]
    /// A mobile number of the right shape, to show in an empty field.
    public let example: String
    /// The number for help, the country's where the city has none of its own.
    public let support: String
  }

  /// A day of the week, by its English abbreviation.
  public enum Weekday: String, Sendable, Hashable, Codable, CaseIterable {
    /// Monday.
    case mon
    /// Tuesday.
    case tue
    /// Wednesday.
    case wed
    /// Thursday.
    case thu
    /// Friday.
    case fri
    /// Saturday.
    case sat
    /// Sunday.
    case sun
  }

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
