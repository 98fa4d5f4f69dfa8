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
