public import Pricing

/// The rules of a country, in one value without optional parts.
///
/// Code depends on these rules and never compares ``Country/code``. A new country therefore needs
/// only data.
public struct CountryRules: Sendable, Hashable, Codable {
  /// The rules for counting, showing and paying money.
  public let currency: Currency
  /// The rules for phone numbers, and the support number.
  public let phone: Phone
  /// The first day of the week.
  public let firstWeekday: Weekday
  /// Whether displayed prices include taxes.
  public let isTaxIncluded: Bool
  /// The name of the form for entering an address.
  public let addressTemplate: String
  /// The customs that not all countries share.
  public let habits: [Habit]
}

extension CountryRules {
  /// Decodes and validates rules.
  ///
  /// - Throws: `DecodingError` if a part is missing or breaks a rule.
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

  /// Checks the rules that a type does not express, for rules from any source.
  func validate(at path: [any CodingKey] = []) throws(DecodingError) {
    func require(_ holds: Bool, _ key: CodingKeys, _ rule: String) throws(DecodingError) {
      guard holds else {
        throw .dataCorrupted(.init(codingPath: path + [key], debugDescription: rule))
      }
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
