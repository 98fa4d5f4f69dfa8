public import Networking

/// An order of a cart, with everything that was shown when the user ordered.
///
/// It is a stored value from the tap until ``ShoppingCart/acknowledge(_:)``, so that a crash between the
/// request and the answer, or between the answer and its use, loses nothing.
public struct PlacedOrder: Sendable, Hashable, Codable, Identifiable {
  /// A line of the order.
  public struct Line: Sendable, Hashable, Codable {
    /// The origin.
    public let kind: CartLine.Kind
    /// The item, with its names.
    public let item: CartItem
    /// The quantity.
    public let quantity: Int
    /// The price as shown.
    public let price: LinePrice
  }

  /// The key under which the order is placed: the same for all attempts, and unique across devices.
  public let id: String
  /// The server's number of the order; `nil` while there is no answer.
  public internal(set) var number: String?
  /// The city.
  public let city: CityID
  /// The lines.
  public let lines: [Line]
  /// The sums as shown.
  public let totals: CartTotals?
  /// The fulfillment.
  public let fulfillment: CartFulfillment?

  init(
    id: String, city: CityID, lines: [CartLine], totals: CartTotals?, fulfillment: CartFulfillment?
  ) {
    self.id = id
    self.city = city
    self.lines = lines.map { line in
      Line(kind: line.kind, item: line.item, quantity: line.quantity, price: line.price)
    }
    self.totals = totals
    self.fulfillment = fulfillment
  }
}

extension CartLine.Kind: RawRepresentable, Codable {
  /// Creates a kind from the server's name.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "chosen": .chosen
      case "gift": .gift
      default: .unknown(rawValue)
      }
  }

  /// The server's name.
  public var rawValue: String {
    switch self {
    case .chosen: "chosen"
    case .gift: "gift"
    case .unknown(let name): name
    }
  }
}
