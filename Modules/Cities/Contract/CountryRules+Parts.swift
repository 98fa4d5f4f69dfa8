extension CountryRules {
  /// The rules for phone numbers.
  public struct Phone: Sendable, Hashable, Codable {
    /// The country calling code, without a plus sign.
    public let callingCode: Int
    /// The possible numbers of digits of a mobile number after the calling code; never empty.
    public let mobileLengths: [Int]
    /// An example of a mobile number, to show in an empty field.
    public let example: String
    /// The support number: that of the city, otherwise that of the country.
    public let support: String
  }

  /// A day of the week, as its English abbreviation.
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

  /// A custom of a country; one unknown to this release is preserved.
  public struct Habit: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for the custom.
    public let rawValue: String
    /// Creates a custom from the server's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Door codes: houses have one, and an address asks for it.
    public static let doorCode = Habit(rawValue: "doorCode")
    /// Tips for couriers.
    public static let tips = Habit(rawValue: "tips")
  }
}
