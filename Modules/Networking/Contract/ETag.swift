/// A server's name for one version of a resource (RFC 9110, 8.8.3).
///
/// It is kept beside the value that came with it, under the same scope and key, and goes nowhere
/// else: a version of one city's menu says nothing about another's.
public struct ETag: RawRepresentable, Sendable, Hashable, Codable {
  /// The name as it stands in a header, with its quotation marks: `"5"` or `W/"5"`.
  public let rawValue: String

  /// Takes a name as a server wrote it; `nil` when it is none, or could not be sent back.
  public init?(rawValue: String) {
    let quoted = rawValue.hasPrefix("W/") ? rawValue.utf8.dropFirst(2) : rawValue.utf8[...]
    let quote = UInt8(ascii: "\"")
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote,
      quoted.dropFirst().dropLast().allSatisfy({ (0x21...0x7E).contains($0) && $0 != quote })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Whether two values of this version may differ in what does not matter.
  var isWeak: Bool { rawValue.hasPrefix("W/") }

  /// The weak comparison of RFC 9110, 8.8.3.2, which is the one for `If-None-Match`.
  func isSameVersion(as other: ETag) -> Bool { quoted == other.quoted }

  private var quoted: Substring { isWeak ? rawValue.dropFirst(2) : rawValue[...] }
}
