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
  /// dashes, dots, slashes and parentheses between them:
  ///
  /// ```swift
  /// try PhoneNumber("8 (912) 345-67-89", in: russia).rawValue  // +79123456789
  /// ```
  ///
  /// - Throws: ``PhoneNumberError``.
  public init(_ text: String, in country: PhoneCountry) throws(PhoneNumberError) {
    rawValue = "+\(country.callingCode)\(try country.nationalDigits(of: text))"
  }

  /// The number with the spaces and dashes that are usual in its country.
  ///
  /// The text is ``rawValue`` if the country is unknown or the number has an unusual length.
  public var formatted: String {
    let countries = PhoneCountry.all.filter { rawValue.hasPrefix("+\($0.callingCode)") }
    for country in countries {
      let digits = rawValue.dropFirst(country.callingCode.count + 1)
      if let text = country.formatted(digits) { return text }
    }
    return rawValue
  }
}

/// The reason why a text is not a mobile number of a country.
public enum PhoneNumberError: Error, Sendable, Hashable {
  /// The text contains no digits.
  case empty
  /// The text contains a character that cannot be part of a number.
  case badCharacter(Character)
  /// The text has fewer digits than any mobile number of the country.
  case tooShort
  /// The text has more digits than any mobile number of the country.
  case tooLong
  /// The number belongs to another country, which may have the same calling code.
  case anotherCountry
  /// The number has a valid length, but is not a mobile number.
  case notMobile
}

/// The rules of a country's mobile numbers: calling code, lengths and format.
public struct PhoneCountry: Sendable, Hashable, Identifiable {
  /// The ISO 3166-1 alpha-2 code, such as `KZ`.
  public let id: String
  /// The calling code without a plus sign, such as `7`, which several countries may share.
  public let callingCode: String
  /// The shortest and the longest number of digits after the calling code.
  public let lengths: ClosedRange<Int>
  /// The prefixes that are dialed inside the country instead of the calling code, the longest first.
  let trunkPrefixes: [String]
  /// The first digit after the calling code in each number of the country; `nil` if it can be any digit.
  ///
  /// The digit distinguishes countries that share a calling code, such as Kazakhstan and Russia.
  let firstDigit: Character?
  /// The format of the digits after the calling code, with a `#` for each digit.
  ///
  /// The format applies only to numbers that have as many digits as the format has `#` characters.
  let form: String

  /// The 25 countries that this release knows, sorted by ``id``.
  public static let all: [PhoneCountry] = table

  /// Returns the country with an ISO 3166-1 alpha-2 code, or `nil` if this release does not know it.
  public init?(code: String) {
    guard let country = Self.all.first(where: { $0.id == code }) else { return nil }
    self = country
  }

  /// Creates the rules of any country from its calling code and the lengths of its mobile numbers.
  ///
  /// If this release knows the country, the rules are the same as those of ``init(code:)``. Otherwise a
  /// number of a valid length is valid, a first 0 that does not fit the length is omitted, and
  /// ``PhoneNumber/formatted`` has no spaces.
  ///
  /// ```swift
  /// let known = PhoneCountry(code: "KZ")
  /// let other = PhoneCountry(code: "PT", callingCode: 351, lengths: 9...9)
  /// ```
  ///
  /// - Parameters:
  ///   - code: The ISO 3166-1 alpha-2 code.
  ///   - callingCode: The calling code without a plus sign.
  ///   - lengths: The shortest and the longest number of digits after the calling code.
  public init(code: String, callingCode: Int, lengths: ClosedRange<Int>) {
    self = PhoneCountry(code: code) ?? PhoneCountry(code, "\(callingCode)", lengths, "")
  }

  init(
    _ id: String, _ callingCode: String, _ lengths: ClosedRange<Int>, _ form: String,
    trunk trunkPrefixes: [String] = ["0"], first firstDigit: Character? = nil
  ) {
    self.id = id
    self.callingCode = callingCode
    self.lengths = lengths
    self.form = form
    self.trunkPrefixes = trunkPrefixes
    self.firstDigit = firstDigit
  }
}

extension PhoneNumberError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .empty: "enter a number"
    case .badCharacter(let character): "remove “\(character)” from the number"
    case .tooShort: "the number is too short"
    case .tooLong: "the number is too long"
    case .anotherCountry: "the number is of another country"
    case .notMobile: "this is no mobile number"
    }
  }
}
