public import Pricing
public import Sync

/// A line of a cart, as a screen shows it.
public struct CartLine: Sendable, Hashable, Identifiable {
  /// The identifier of a line; lines with the same configuration have the same identifier on every
  /// device.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The canonical text of the line's configuration.
    ///
    /// If the user did not add the line, the text contains the line's kind and the server's id of the
    /// line.
    public let rawValue: String

    /// Creates an identifier from the text of its ``rawValue``.
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

  /// The identifier.
  public let id: ID
  /// The origin; the user can change only a ``Kind/chosen`` line.
  public let kind: Kind
  /// The item to show.
  public var item: CartItem { indirectItem.value }
  /// The quantity.
  ///
  /// It is 0 only if the server refused to add the line; ``status`` has the reason.
  public internal(set) var quantity: Int
  /// The current price.
  public internal(set) var price: LinePrice
  /// The problems of the line; the cart cannot be ordered while there are any.
  public internal(set) var problems: [LineProblem]
  /// The status of the pending changes of the line: `confirmed` if there are none.
  public internal(set) var status: SyncStatus<CartRejection>
  private var indirectItem: Indirect<CartItem>

  init(
    id: ID, kind: Kind, item: CartItem, quantity: Int, price: LinePrice, problems: [LineProblem],
    status: SyncStatus<CartRejection>
  ) {
    self.id = id
    self.kind = kind
    indirectItem = Indirect(item)
    self.quantity = quantity
    self.price = price
    self.problems = problems
    self.status = status
  }

  mutating func show(_ item: CartItem) { indirectItem = Indirect(item) }
}

/// The price of a line.
public struct LinePrice: Sendable, Hashable, Codable {
  /// The price of one unit.
  ///
  /// It is the server's price. Until the server has returned the line, it is the price that the user
  /// saw.
  public let unit: Money
  /// The price of all units.
  public let total: Money
  /// The discounts on this line, one per promo code.
  public let discounts: [CartDiscount]
  /// The total less the discounts.
  public let final: Money
  /// Whether the price was computed on the device.
  public let isEstimate: Bool
}

/// The discount of a promo code.
public struct CartDiscount: Sendable, Hashable, Codable {
  /// The code.
  public let code: String
  /// The amount, above zero.
  public let amount: Money
}

/// A reason for which the server refuses a change; each `text` is the server's message for the user.
public enum CartRejection: Sendable, Hashable, Codable {
  /// The cart is closed.
  case cartClosed
  /// The product is sold out, or is currently not on the menu.
  case soldOut(text: String)
  /// The sum due differs from the sum that the user saw; the next fetch returns the current sum.
  case sumChanged(text: String)
  /// Any other reason, with the server's code.
  case other(code: String, text: String)
}

/// A wrapper whose copies share one value by reference.
///
/// Each tap copies the lines of the cart. Without this wrapper, copying the texts of hundreds of lines
/// would take most of the tap's time.
struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value { box.value }

  static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.box.value == second.box.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
