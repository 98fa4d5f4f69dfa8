/// The server's id of an account; the names of the account's directories on the device contain it.
public struct AccountID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The text of the id, as it is sent and stored: 1 to 64 bytes in UTF-8 without control characters.
  public let rawValue: String

  /// Creates an id; returns `nil` unless the text has 1 to 64 bytes and no control characters.
  public init?(rawValue: String) {
    guard (1...64).contains(rawValue.utf8.count),
      rawValue.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The text of the id, as it is sent and stored.
  public var description: String { rawValue }
}
