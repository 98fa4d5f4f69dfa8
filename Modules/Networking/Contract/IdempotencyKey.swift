/// Marks all attempts at one change, so that the server makes it once.
///
/// Made with the change, kept in the same record, and never used for another change or with other
/// bytes. It is sent as `Idempotency-Key`.
public struct IdempotencyKey: RawRepresentable, Sendable, Hashable, Codable {
  /// The key: 1 to 255 letters, digits, dots, dashes, underscores and colons.
  public let rawValue: String

  /// Takes a key, such as a UUID; `nil` when it could not be sent as a header.
  public init?(rawValue: String) {
    guard (1...255).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy({ $0.isLetterOrDigit || ".-_:".utf8.contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }
}
