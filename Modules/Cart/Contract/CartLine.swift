public import Pricing
public import Sync

/// A line of a cart, as a screen shows it.
public struct CartLine: Sendable, Hashable, Identifiable {
  /// The identifier of a line, which is the same on every device.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The canonical text of the configuration, or the server's id of a line without one.
    public let rawValue: String

    /// Creates an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The origin of a line.
  public enum Kind: Sendable, Hashable {
    /// Added by the user.
    case chosen
    /// Added by a promo code, and removed with it.
    case gift
    /// A kind unknown to this release; the line is shown and cannot be changed.
    case unknown(String)
  }

  /// The identifier.
  public let id: ID
  /// The origin; only a chosen line can be changed.
  public let kind: Kind
  /// The item to show.
  public var item: CartItem { indirectItem.value }
  /// The quantity; 0 only for a line whose addition was refused, with the reason in ``status``.
  public internal(set) var quantity: Int
  /// The current price.
  public internal(set) var price: LinePrice
  /// The reasons for which the line cannot be ordered as it is.
  public internal(set) var problems: [LineProblem]
  /// The status of the line at the server.
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
  /// The price of one unit: the server's, or before the first fetch the one that the user saw.
  public let unit: Money
  /// The price of all units.
  public let total: Money
  /// The discounts by promo code.
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

/// The reason for which the server refused a change; texts are the server's, for the user.
public enum CartRejection: Sendable, Hashable, Codable {
  /// The cart is closed.
  case cartClosed
  /// The product is sold out, or is not on the menu at present.
  case soldOut(text: String)
  /// Another sum than the displayed one is due; the next fetch has it.
  case sumChanged(text: String)
  /// Any other reason, by the server's code.
  case other(code: String, text: String)
}

/// A value that is copied by reference.
///
/// Copying every text of hundreds of lines with each tap would take longer than the rest of the tap.
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
