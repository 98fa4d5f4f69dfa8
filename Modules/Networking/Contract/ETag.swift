/// The server's validator for one version of a resource (RFC 9110, 8.8.3).
///
/// Store it beside the value that it arrived with, under the same scope and key, and send it for no
/// other value. A version of one city's menu says nothing about another city's.
public struct ETag: RawRepresentable, Sendable, Hashable, Codable {
  /// The validator as it appears in a header, with quotation marks: `"5"` or `W/"5"`.
  public let rawValue: String

  /// Creates a validator from a header's text.
  ///
  /// Returns `nil` if the text is malformed or has characters that cannot be sent back.
  public init?(rawValue: String) {
    let quoted = rawValue.hasPrefix("W/") ? rawValue.utf8.dropFirst(2) : rawValue.utf8[...]
    let quote = UInt8(ascii: "\"")
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote,
      quoted.dropFirst().dropLast().allSatisfy({ (0x21...0x7E).contains($0) && $0 != quote })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Whether values with this validator may differ in insignificant details (RFC 9110, 8.8.1).
  var isWeak: Bool { rawValue.hasPrefix("W/") }

  /// Returns whether two validators match by weak comparison (RFC 9110, 8.8.3.2).
  ///
  /// `If-None-Match` uses this comparison.
  func isSameVersion(as other: ETag) -> Bool { quoted == other.quoted }

  private var quoted: Substring { isWeak ? rawValue.dropFirst(2) : rawValue[...] }
}
