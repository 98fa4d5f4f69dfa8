/// A page of the user's order history.
public struct OrderPage: Codable, Sendable, Hashable {
  /// A position in the user's order history, in the server's encoding.
  public struct Cursor: RawRepresentable, Codable, Sendable, Hashable {
    /// The server's text for the position in the order history.
    public let rawValue: String

    /// Creates a cursor from the server's text, which is not checked.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The finished orders, the newest first.
  public internal(set) var orders: [Order]
  /// The position of the next page; `nil` at the end of the history.
  public internal(set) var next: Cursor?
}
