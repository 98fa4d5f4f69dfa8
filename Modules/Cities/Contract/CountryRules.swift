/// What differs from country to country, in one value without gaps.
///
/// Code that needs to know asks this and never compares ``Country/code``: so a country is added by its
/// data alone.
public struct CountryRules: Sendable, Hashable, Codable {
  /// How money is counted, shown and paid in cash.
  public let currency: Currency
  /// How phone numbers look, and the one to call for help.
  public let phone: Phone
  /// The day that a week begins with.
  public let firstWeekday: Weekday
  /// Whether prices shown include taxes.
  public let isTaxIncluded: Bool
  /// Names the form that an address is entered in.
  public let addressTemplate: String
  /// What is usual there and not everywhere.
  public let habits: [Habit]
}

extension CountryRules {
  /// Decodes rules and refuses those that an app could not work by.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    currency = try values.decode(Currency.self, forKey: .currency)
    phone = try values.decode(Phone.self, forKey: .phone)
    firstWeekday = try values.decode(Weekday.self, forKey: .firstWeekday)
    isTaxIncluded = try values.decode(Bool.self, forKey: .isTaxIncluded)
    addressTemplate = try values.decode(String.self, forKey: .addressTemplate)
    habits = try values.decode([Habit].self, forKey: .habits)

    func require(_ holds: Bool, _ key: CodingKeys, _ rule: String) throws {
      guard holds else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: rule)
      }
    }
    // A code that the platform does not know will do: the numbers beside it say how it is counted.
    try require(
      currency.code.utf8.count == 3 && currency.code.utf8.allSatisfy { (0x41...0x5A).contains($0) },
      .currency, "a currency's code is three capital letters")
    try require((0...4).contains(currency.wireExponent), .currency, "wire exponent is 0 to 4")
    try require(
      (0...currency.wireExponent).contains(currency.displayDigits), .currency,
      "display digits are 0 to the wire exponent")
    try require(currency.cashIncrement > 0, .currency, "cash increment is above 0")
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
