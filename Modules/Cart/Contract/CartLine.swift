public import Commerce
public import Sync

/// A line of a cart, as a screen shows it.
public struct CartLine: Sendable, Hashable, Identifiable, Codable {
  /// The id of a line; lines with the same configuration have the same id on every device.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The text of the id.
    ///
    /// For a line that the user added, the text is derived from the configuration. For a line that the
    /// server added, such as a gift, the text contains the line's kind and the server's id of the line.
    public let rawValue: String

    /// Creates an id from the text of its ``rawValue``.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The origin of a line.
  public enum Kind: Sendable, Hashable {
    /// The user added the line.
    case chosen
    /// A promo code added the line; the line is removed together with the code.
    case gift
    /// A kind that this release does not know; the line is shown, but cannot be changed.
    case unknown(String)
  }

  /// The id of the line, unique in the cart; calls such as ``ShoppingCart/change(_:by:)`` take it.
  public internal(set) var id: ID
  /// The origin of the line; the user can change only a ``Kind/chosen`` line.
  public let kind: Kind
  /// The product in the line, with the names and the image that a screen shows.
  public internal(set) var item: CartItem
  /// The number of units.
  ///
  /// The number is 0 if the server refused to add the line, and ``status`` contains the reason. It is
  /// also 0 if the line has the problem ``LineProblem/unreadable`` and its number cannot be read.
  public internal(set) var quantity: Int
  /// The price that the server has sent, or an estimate for a pending change.
  public internal(set) var price: LinePrice
  /// The problems of the line; each except ``LineProblem/unreadable`` prevents the order of the cart.
  public internal(set) var problems: [LineProblem]
  /// The status of the pending changes of the line: `confirmed` if there are none.
  public internal(set) var status: SyncStatus<CartRejection> = .confirmed
  /// The line as the server sent it; `nil` if all of it can be read.
  var raw: JSONValue?

  // The status is that of the pending changes, which are stored by themselves.
  private enum CodingKeys: String, CodingKey {
    case id, kind, item, quantity, price, problems, raw
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

/// The amount by which a promo code reduces the price of a line or of all lines.
public struct CartDiscount: Sendable, Hashable, Codable {
  /// The promo code that gives the discount.
  public let code: String
  /// The amount to subtract from the price; an estimate for a changed quantity may be zero.
  public let amount: Money
}
