/// An ISO 4217 currency code of three letters.
public struct CurrencyCode: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The three capital letters, such as `KZT`; the code need not be in the list of ISO 4217.
  public let rawValue: String

  /// The code of ISO 4217 for amounts without a currency, or with one that cannot be read.
  package static let none = CurrencyCode(letters: "XXX")

  private init(letters: String) { rawValue = letters }

  /// Creates a code; returns `nil` unless the text is three capital ASCII letters.
  public init?(rawValue: String) {
    guard rawValue.utf8.count == 3,
      rawValue.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The three letters of the code, as in ``rawValue``.
  public var description: String { rawValue }
}
