/// A mobile number in international form (E.164), such as `+79123456789`.
public struct PhoneNumber: RawRepresentable, Sendable, Hashable, Codable {
  /// A plus sign and 7 to 15 ASCII digits, as the number is sent and stored.
  public let rawValue: String

  /// Creates a number from its international form; returns `nil` for any other text.
  public init?(rawValue: String) {
    let digits = rawValue.utf8.dropFirst()
    guard rawValue.utf8.first == UInt8(ascii: "+"), (7...15).contains(digits.count),
      digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      digits.first != UInt8(ascii: "0")
    else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a number from the text that a user has entered.
  ///
  /// The text may have the national or the international form, digits of any script, and spaces,
  /// dashes, dots, slashes, tildes, brackets and parentheses between them. The international form begins
  /// with `+`, `00`, `011`, `810` or the calling code:
  ///
  /// ```swift
  /// try PhoneNumber("8 (912) 345-67-89", in: russia).rawValue  // +79123456789
  /// ```
  ///
  /// - Throws: ``PhoneNumberError``.
  public init(_ text: String, in country: PhoneCountry) throws(PhoneNumberError) {
    let digits = country.callingCode + (try country.nationalDigits(of: text))
    guard let number = PhoneNumber(rawValue: "+\(digits)") else {
      throw digits.count < 7 ? .tooShort : .tooLong
    }
    self = number
  }

  /// The number with the spaces and dashes that are usual in its country.
  ///
  /// The text is ``rawValue`` if the country is unknown or the number has an unusual length.
  public var formatted: String {
    PhoneCountry.all.lazy.compactMap { $0.formatted(rawValue) }.first ?? rawValue
  }
}
