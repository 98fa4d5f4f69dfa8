/// A language by its BCP 47 code, such as `ru` or `kk`.
public struct Language: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable {
  /// The code, as the data writes it.
  public let rawValue: String

  /// Names a language; whether anything is offered in it, the city list says.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The language that names fall back to last.
  public static let english = Language(rawValue: "en")
}

extension Language: ExpressibleByStringLiteral {
  /// Names a language by a literal code.
  public init(stringLiteral code: String) {
    self.init(rawValue: code)
  }
}
