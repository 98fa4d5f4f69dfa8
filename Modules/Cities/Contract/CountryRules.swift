public import Commerce

/// The rules of a country, such as its currency and its phone numbers.
///
/// Use these rules instead of comparing ``Country/code``. Then a new country requires new data, but no
/// new code.
public struct CountryRules: Sendable, Hashable, Codable {
  /// The currency, with the rules for counting, showing and paying money.
  public let currency: Currency
  /// The rules for phone numbers, and the support number.
  public let phone: Phone
  /// The day on which a week begins in a calendar, such as Monday in Kazakhstan.
  public let firstWeekday: Weekday
  /// Whether displayed prices include taxes; if not, a tax is added to the sum of an order.
  public let isTaxIncluded: Bool
  /// The id of the template of the address form, such as `KZ`; an `AddressTemplate.ID` of Addresses.
  public let addressTemplate: String
  /// The customs of the country that affect the app, such as tips.
  public let habits: [Habit]
}

extension CountryRules {
  /// Decodes and validates the rules of a country.
  ///
  /// - Throws: `DecodingError` if a part of the rules is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    currency = try values.decode(Currency.self, forKey: .currency)
    phone = try values.decode(Phone.self, forKey: .phone)
    firstWeekday = try values.decode(Weekday.self, forKey: .firstWeekday)
    isTaxIncluded = try values.decode(Bool.self, forKey: .isTaxIncluded)
    addressTemplate = try values.decode(String.self, forKey: .addressTemplate)
    habits = try values.decode([Habit].self, forKey: .habits)
    try validate(at: values.codingPath)
  }

  /// Checks the constraints that the types of the properties do not express, such as the range of a
  /// calling code.
  ///
  /// `path` is the path of the country's rules in the decoded data, for errors.
  func validate(at path: [any CodingKey] = []) throws(DecodingError) {
    func require(_ holds: Bool, _ key: CodingKeys, _ rule: String) throws(DecodingError) {
      if !holds { throw DecodingError.broken(rule, at: path + [key]) }
    }
    try require((1...999).contains(phone.callingCode), .phone, "a calling code has 1 to 3 digits")
    try require(
      !phone.mobileLengths.isEmpty && phone.mobileLengths.allSatisfy { (1...15).contains($0) },
      .phone, "a mobile number has 1 to 15 digits")
    for text in [phone.example, phone.support] {
      try require(PlaceName.isValid(text), .phone, PlaceName.rule)
    }
    try require(PlaceName.isValid(addressTemplate), .addressTemplate, PlaceName.rule)
  }
}

extension CountryRules {
  /// The rules for phone numbers of a country, with an example, and the number of customer support.
  public struct Phone: Sendable, Hashable, Codable {
    /// The country calling code without a plus sign, 1 to 999, such as `7`.
    public let callingCode: Int
    /// The possible lengths of a mobile number, in digits after the calling code; never empty.
    public let mobileLengths: [Int]
    /// A mobile number without the calling code, such as `7710009998`, as a placeholder in an empty
    /// field.
    public let example: String
    /// The phone number of customer support in the city or, if there is none, in the country.
    ///
    /// The text is shown as it is, for example `+7 000 5234`.
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

  /// A custom of a country, such as tips.
  ///
  /// A custom that this release of the app does not know is decoded and stored with the server's name.
  public struct Habit: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for the custom, such as `tips`.
    public let rawValue: String
    /// Creates a custom from the server's name for it, also from one that this release does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Houses have door codes, so the address form asks for one.
    public static let doorCode = Habit(rawValue: "doorCode")
    /// Couriers receive tips.
    public static let tips = Habit(rawValue: "tips")
  }
}
