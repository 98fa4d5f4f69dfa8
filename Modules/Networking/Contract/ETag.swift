/// The server's validator for one version of a resource (RFC 9110, 8.8.3).
///
/// Store it with the value from the same response, and send it only in requests for the same resource.
/// A validator of one city's menu is meaningless for another city's menu.
public struct ETag: RawRepresentable, Sendable, Hashable, Codable {
  /// The validator as it appears in a header, with quotation marks: `"5"` or `W/"5"`.
  public let rawValue: String

  /// Creates a validator from a header's text.
  ///
  /// Returns `nil` if the text is malformed, or contains a space or a character outside printable
  /// ASCII.
  public init?(rawValue: String) {
    let quoted = rawValue.hasPrefix("W/") ? rawValue.utf8.dropFirst(2) : rawValue.utf8[...]
    let quote = UInt8(ascii: "\"")
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote,
      quoted.dropFirst().dropLast().allSatisfy({ (0x21...0x7E).contains($0) && $0 != quote })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Whether the validator is weak: two values with the same weak validator may differ insignificantly
  /// (RFC 9110, 8.8.1).
  var isWeak: Bool { rawValue.hasPrefix("W/") }

  /// Whether two validators identify the same version, even if one or both are weak.
  ///
  /// This is the weak comparison of RFC 9110, 8.8.3.2, which `If-None-Match` requires.
  func isSameVersion(as other: ETag) -> Bool { quoted == other.quoted }

  private var quoted: Substring { isWeak ? rawValue.dropFirst(2) : rawValue[...] }
}
