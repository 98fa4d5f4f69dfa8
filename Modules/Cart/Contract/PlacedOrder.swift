public import Commerce

/// An order of a cart, with the data that the user saw when ordering.
///
/// The order is stored from the call of ``ShoppingCart/placeOrder(for:)`` until the call of
/// ``ShoppingCart/acknowledge(_:)``. A crash in between does not lose the order.
public struct PlacedOrder: Sendable, Hashable, Codable, Identifiable {
  /// A line of the order.
  public struct Line: Sendable, Hashable, Codable {
    /// The origin of the line; gifts are lines, too.
    public let kind: CartLine.Kind
    /// The item, with the names that the user saw.
    public let item: CartItem
    /// The number of units; 0 if the number could not be read.
    public let quantity: Int
    /// The price of the line as it was shown, which may be an estimate.
    public let price: LinePrice
    /// The line as the server sent it; `nil` if all of it can be read.
    let raw: JSONValue?
  }

  /// The server's names of the order.
  struct Receipt: Sendable, Hashable, Codable {
    let id: String
    let number: String
  }

  /// The id of the order, unique across devices; it is sent with every attempt to place the order.
  public let id: String
  var receipt: Receipt?
  /// The server's id of the order; `nil` until the server responds.
  public var serverID: String? { receipt?.id }
  /// The number by which the user and the restaurant name the order; `nil` until the server responds.
  public var number: String? { receipt?.number }
  /// Whether the user has withdrawn the order after it was sent; cancel it once the server has it.
  public internal(set) var isWithdrawn = false
  /// The city of the ordered cart, which need not be the chosen city.
  public let city: CityID
  /// The lines in display order; the user added at least one of them.
  public let lines: [Line]
  /// The sums that were shown; `nil` if the cart showed none.
  public let totals: CartTotals?
  /// The fulfillment method and its place; `nil` if the user had not chosen them.
  public let fulfillment: CartFulfillment?

  init(
    id: String, city: CityID, lines: [CartLine], totals: CartTotals?, fulfillment: CartFulfillment?
  ) {
    self.id = id
    self.city = city
    self.lines = lines.map { line in
      Line(
        kind: line.kind, item: line.item, quantity: line.quantity, price: line.price, raw: line.raw)
    }
    self.totals = totals
    self.fulfillment = fulfillment
  }
}

extension CartLine.Kind: RawRepresentable, Codable {
  /// Creates a kind of line from the server's name of the kind; any other name is ``unknown(_:)``.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "chosen": .chosen
      case "gift": .gift
      default: .unknown(rawValue)
      }
  }

  /// The server's name of the kind, such as `gift`.
  public var rawValue: String {
    switch self {
    case .chosen: "chosen"
    case .gift: "gift"
    case .unknown(let name): name
    }
  }
}
