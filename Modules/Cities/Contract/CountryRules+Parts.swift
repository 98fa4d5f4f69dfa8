extension CountryRules {
  /// The currency, as three numbers that often differ.
  ///
  /// Serbia counts dinars in hundredths, shows none, and pays none: wire exponent 2, display digits
  /// 0, cash increment 100.
  public struct Currency: Sendable, Hashable, Codable {
    /// The ISO 4217 code; the country's own, because the platform's may be out of date.
    public let code: String
    /// How many decimal digits a minor unit is below the major one.
    public let wireExponent: Int
    /// How many decimal digits a person is shown.
    public let displayDigits: Int
    /// The smallest amount paid in cash, in minor units.
    public let cashIncrement: Int64
  }

  /// How phone numbers look.
  public struct Phone: Sendable, Hashable, Codable {
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

  /// Something usual in a country; one unknown to this release is kept as it came.
  public struct Habit: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's word for it.
    public let rawValue: String
    /// Wraps the server's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Houses have a code at the door, and an address asks for it.
    public static let doorCode = Habit(rawValue: "doorCode")
    /// Couriers are given tips.
    public static let tips = Habit(rawValue: "tips")
  }
}
