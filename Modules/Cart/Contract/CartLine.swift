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
  public let id: ID
  /// The origin of the line; the user can change only a ``Kind/chosen`` line.
  public let kind: Kind
  /// The product in the line, with the names and the image that a screen shows.
  public var item: CartItem { indirectItem.value }
  /// The number of units.
  ///
  /// The number is 0 if the server refused to add the line, and ``status`` contains the reason. It is
  /// also 0 if the line has the problem ``LineProblem/unreadable`` and its number cannot be read.
  public internal(set) var quantity: Int
  /// The price that the server has sent, or an estimate for a pending change.
  public internal(set) var price: LinePrice
  /// The problems of the line; the cart cannot be ordered while there are any but
  /// ``LineProblem/unreadable``.
  public internal(set) var problems: [LineProblem]
  /// The status of the pending changes of the line: `confirmed` if there are none.
  public internal(set) var status: SyncStatus<CartRejection> = .confirmed
  private var indirectItem: Indirect<CartItem>
  /// The line as the server sent it; `nil` if all of it can be read.
  var raw: JSONValue?

  // The status is that of the pending changes, which are stored by themselves.
  private enum CodingKeys: String, CodingKey {
    case id, kind, quantity, price, problems, raw
    case indirectItem = "item"
  }

  init(
    id: ID, kind: Kind, item: CartItem, quantity: Int, price: LinePrice, problems: [LineProblem],
    status: SyncStatus<CartRejection>, raw: JSONValue? = nil
  ) {
    self.raw = raw
    self.id = id
    self.kind = kind
    indirectItem = Indirect(item)
    self.quantity = quantity
    self.price = price
    self.problems = problems
    self.status = status
  }

  mutating func show(_ item: CartItem) { indirectItem = Indirect(item) }

  /// Shows the names of another item of the same city, and its price if the server has not set one for
  /// the chosen fulfillment method yet.
  mutating func show(_ label: CartItem, withPrice isRepriced: Bool) {
    guard label.city == item.city else { return }
    show(item.labeled(as: label))
    guard isRepriced, kind == .chosen, label.unitPrice.currency == price.unit.currency,
      label.unitPrice != price.unit
    else { return }
    price = .estimate(label.unitPrice, quantity)
    problems.removeAll { if case .priceChanged = $0 { true } else { false } }
  }

  /// Returns the line with another id.
  func with(_ id: ID) -> CartLine {
    CartLine(
      id: id, kind: kind, item: item, quantity: quantity, price: price, problems: problems,
      status: status, raw: raw)
  }
}

/// The discount of a promo code.
public struct CartDiscount: Sendable, Hashable, Codable {
  /// The promo code that gives the discount.
  public let code: String
  /// The amount of the discount, above zero.
  public let amount: Money
}

/// A wrapper whose copies share one value by reference.
///
/// Each tap that changes the cart copies all of its lines. Without this wrapper, copying the texts of
/// hundreds of lines would take most of the time that the tap needs.
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

extension Indirect: Codable where Value: Codable {
  init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
