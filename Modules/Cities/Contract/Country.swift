/// A country: its ISO code, and its name in the language of the list or the city that contains it.
public struct Country: Sendable, Hashable, Codable, Identifiable {
  /// The ISO 3166-1 alpha-2 code, such as `KZ`.
  public let code: String

  /// The name, in the language of the list or the city that contains it.
  public let name: String

  /// The code, which identifies the country.
  public var id: String { code }

  package init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}
