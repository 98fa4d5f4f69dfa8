/// A language, identified by its BCP 47 code, such as `ru` or `kk`.
public struct Language: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable {
  /// The code, as spelled in the data.
  public let rawValue: String

  /// Creates a language; ``CityList/languages`` has the languages that are available.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The last fallback language for names.
  public static let english = Language(rawValue: "en")
}

extension Language: ExpressibleByStringLiteral {
  /// Creates a language from a literal code.
  public init(stringLiteral code: String) {
    self.init(rawValue: code)
  }
}
