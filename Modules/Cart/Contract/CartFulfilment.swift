/// How the order reaches the user.
public struct CartFulfilment: Sendable, Hashable, Codable {
  /// What happens to the order; a kind unknown to this release is kept as it came.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's word for it.
    public let rawValue: String
    /// Wraps the server's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A courier brings it to an address.
    public static let delivery = Kind(rawValue: "delivery")
    /// The user fetches it from a restaurant.
    public static let pickup = Kind(rawValue: "pickup")
  }

  /// What happens to the order.
  public let kind: Kind
  /// The id of the address or of the restaurant.
  public let place: String

  /// Chooses a way and a place.
  public init(_ kind: Kind, _ place: String) {
    self.kind = kind
    self.place = place
  }
}
