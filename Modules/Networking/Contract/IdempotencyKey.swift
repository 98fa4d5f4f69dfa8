/// A key shared by all attempts to send one change, so that the server applies the change once.
///
/// Create the key together with the change, and store both in the same record. Do not reuse the key for
/// another change, or for other bytes of the same change. Requests carry it as `Idempotency-Key`.
public struct IdempotencyKey: RawRepresentable, Sendable, Hashable, Codable {
  /// The key: 1 to 255 ASCII letters, digits, dots, dashes, underscores and colons.
  public let rawValue: String

  /// Creates a key from a text such as a UUID; returns `nil` if it cannot be sent as a header.
  public init?(rawValue: String) {
    guard (1...255).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy({ $0.isLetterOrDigit || ".-_:".utf8.contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }
}
