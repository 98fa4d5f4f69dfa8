public import Pricing
public import Sync

/// A line of a cart, as a screen shows it.
public struct CartLine: Sendable, Hashable, Identifiable {
  /// Identifies a line by what is in it, on every device alike.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The canonical text of the configuration, or the server's id of a line that nobody configured.
    public let rawValue: String

    /// Wraps a text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// How the line came about.
  public enum Kind: Sendable, Hashable {
    /// The user put it there.
    case chosen
    /// A promo code brought it, and takes it away again.
    case gift
    /// The server knows; it is shown and left alone.
    case unknown(String)
  }

  /// What is in it.
  public let id: ID
  /// How it came about; only what the user put there can be changed.
  public let kind: Kind
  /// What is shown of it.
  public var item: CartItem { indirectItem.value }
  /// How many; 0 only for a line that could not be added, whose ``mark`` says why.
  public internal(set) var quantity: Int
  /// What it costs now.
  public internal(set) var price: LinePrice
  /// What stands against ordering it as it is.
  public internal(set) var problems: [LineProblem]
  /// Whether the server has it like this.
  public internal(set) var mark: CartMark
  private var indirectItem: Indirect<CartItem>

  init(
    id: ID, kind: Kind, item: CartItem, quantity: Int, price: LinePrice, problems: [LineProblem],
    mark: CartMark
  ) {
    self.id = id
    self.kind = kind
    indirectItem = Indirect(item)
    self.quantity = quantity
    self.price = price
    self.problems = problems
    self.mark = mark
  }

  mutating func show(_ item: CartItem) { indirectItem = Indirect(item) }
}

/// What a line costs.
public struct LinePrice: Sendable, Hashable {
  /// One of it, as the server sells it now; before the server was asked, as the user saw it.
  public let unit: Money
  /// All of it.
  public let total: Money
  /// What is taken off, by promo code.
  public let discounts: [CartDiscount]
  /// What is left: the total without the discounts.
  public let final: Money
  /// Whether the server has not said so yet.
  public let isEstimate: Bool

  init(unit: Money, total: Money, discounts: [CartDiscount], final: Money, isEstimate: Bool) {
    self.unit = unit
    self.total = total
    self.discounts = discounts
    self.final = final
    self.isEstimate = isEstimate
  }
}

/// What a promo code takes off.
public struct CartDiscount: Sendable, Hashable {
  /// The code.
  public let code: String
  /// How much, above zero.
  public let amount: Money

  init(code: String, amount: Money) {
    self.code = code
    self.amount = amount
  }
}

/// Whether the server has something the way it is shown: the badge beside it.
public enum CartMark: Sendable, Hashable {
  /// It has.
  case confirmed
  /// A change waits to be sent.
  case pending
  /// A change was sent and has no answer: the server may have it.
  case maybeApplied
  /// A change was refused, for this reason. What is shown is without it.
  case failed(ChangeRefusal<CartRejection>)
}

/// The reason for which the server refuses a change of the cart; texts are the service's, for the user.
public enum CartRejection: Sendable, Hashable, Codable {
  /// The cart takes no more changes.
  case cartClosed
  /// The product is not sold any more, or not now.
  case soldOut(text: String)
  /// Another sum than the one that was shown is due; the next fetch has it.
  case sumChanged(text: String)
  /// Any other refusal, by the service's code.
  case other(code: String, text: String)
}

/// A value that is copied by reference: to copy each text in lists of hundreds with each tap would take
/// longer than everything else.
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
