/// A reason why the server refuses an address or does not deliver to it.
public enum DeliveryRestriction: Sendable, Hashable, Codable {
  /// The address was removed on another device: retry the change to create it again, or discard the
  /// change.
  case removedElsewhere
  /// The service no longer delivers in the city: choose another city.
  case cityClosed
  /// The address is outside the delivery zone: choose another address.
  case outsideZone
  /// Any other reason; the associated value is the server's text, or a text for logs if it sent none.
  case other(String)
}

/// The conversion of a restriction to and from the text in stored addresses and stored changes.
///
/// The text of a restriction must never change, because other releases read it.
extension DeliveryRestriction: LosslessStringConvertible {
  /// Creates a restriction from its stored text; an unknown text becomes ``other(_:)``.
  public init(_ description: String) {
    let known: [DeliveryRestriction] = [.removedElsewhere, .cityClosed, .outsideZone]
    self = known.first { $0.description == description } ?? .other(description)
  }

  /// The text in which the restriction is stored.
  public var description: String {
    switch self {
    case .removedElsewhere: "removedElsewhere"
    case .cityClosed: "cityClosed"
    case .outsideZone: "outsideZone"
    case .other(let text): text
    }
  }
}
