/// A key shared by all attempts to send one change, so that the server applies the change once.
///
/// Create the key together with the change, and store both in the same record. Do not reuse the key for
/// another change, or for other bytes of the same change. Requests carry it as `Idempotency-Key`.
///
/// ```swift
/// guard let key = IdempotencyKey(rawValue: UUID().uuidString) else { return nil }
/// let photoKeys = photos.indices.map { "\(key)-\($0)" as IdempotencyKey }
/// ```
public struct IdempotencyKey: RawRepresentable, Sendable, Hashable, Codable {
  /// The key: 1 to 255 ASCII letters, digits, dots, dashes, underscores and colons.
  public let rawValue: String

  /// Creates a key from a text such as a UUID; returns `nil` if it cannot be sent as a header.
  public init?(rawValue: String) {
    guard (1...255).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.rawValue = rawValue
  }
}

extension IdempotencyKey: CustomStringConvertible {
  /// The same text as ``rawValue``, so that keys such as `"\(key)-2"` can be derived from this one.
  public var description: String { rawValue }
}

extension IdempotencyKey: ExpressibleByStringInterpolation {
  /// Creates a key from a text in the code, such as `"\(key)-2"`.
  ///
  /// Each byte that a key cannot contain becomes a colon with two hexadecimal digits. Of a text that is too
  /// long, the first 200 and the last 55 bytes are used: the key from which it is derived, and a number.
  public init(stringLiteral text: String) {
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      Self.isAllowed(byte) ? [byte] : [UInt8(ascii: ":")] + Array(Self.hexadecimal(byte).utf8)
    }
    let kept = bytes.count > 255 ? bytes.prefix(200) + bytes.suffix(55) : bytes[...]
    rawValue = bytes.isEmpty ? "-" : String(decoding: kept, as: UTF8.self)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || ".-_:".utf8.contains(byte)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
