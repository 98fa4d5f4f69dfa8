/// An order in the server's wire format; amounts are minor units, times seconds since 1970.
public struct OrderView: Codable, Sendable, Equatable {
  /// A status that the order has reached.
  public struct Step: Codable, Sendable, Equatable {
    /// The server's name of the status, such as `confirmed`.
    public let status: String
    /// The time at which the order reached the status, in seconds since 1970.
    public let at: Int
  }

  /// An interval of time.
  public struct Interval: Codable, Sendable, Equatable {
    /// The start and the end, in seconds since 1970.
    public var from, to: Int

    /// Creates an interval from its start and its end, in seconds since 1970.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The fulfillment method, and the place where the user receives the order.
  public struct Fulfillment: Codable, Sendable, Equatable {
    /// The method, such as `delivery` or `pickup`.
    public let kind: String
    /// The id of the address for a delivery, or of the restaurant for any other method.
    public let place: String
    /// The address of the place as text; `nil` if the server gives none.
    public let text: String?
  }

  /// A restaurant.
  public struct Unit: Codable, Sendable, Equatable {
    /// The restaurant's id.
    public let id: String
    /// The restaurant's name.
    public let name: String
    /// The restaurant's address; `nil` if the server gives none.
    public let address: String?
  }

  /// A courier.
  public struct Courier: Codable, Sendable, Equatable {
    /// The courier's name.
    public let name: String
    /// The courier's phone number; `nil` if the server gives none.
    public let phone: String?
  }

  /// A line of the order.
  public struct Line: Codable, Sendable, Equatable {
    /// The line's id, unique in the order; a review refers to the line by this id.
    public let id: String
    /// The kind of line, such as `chosen` for an item that the user added, or `gift`.
    public let kind: String
    /// The item that the line contains.
    public let item: CartView.Item
    /// The number of units of the item.
    public let quantity: Int
    /// The price of one unit, in minor units.
    public let unitPrice: Int64
    /// The price of all units before discounts, in minor units.
    public let total: Int64
    /// The sum of the discounts on all units, in minor units.
    public let discount: Int64
  }

  /// The amounts that the user paid.
  public struct Totals: Codable, Sendable, Equatable {
    /// The sum of the lines before discounts, in minor units.
    public let items: Int64
    /// The sum of the discounts, in minor units.
    public let discount: Int64
    /// The fees that the user paid.
    public let fees: [CartView.Fee]
    /// The amount that the user paid, in minor units.
    public let due: Int64
  }

  /// The refund of an order that was rejected or canceled.
  public struct Refund: Codable, Sendable, Equatable {
    /// The status, such as `pending`, `completed` or `failed`.
    public let status: String
    /// The refunded amount, in minor units.
    public let amount: Int64
  }

  /// A way to contact the support.
  public struct Contact: Codable, Sendable, Equatable {
    /// The kind, such as `phone`, `chat` or `email`.
    public let kind: String
    /// The phone number, e-mail address or chat to contact.
    public let value: String
  }

  /// The order's id.
  public let id: String
  /// The id of the operation that placed the order; `nil` if no app placed it.
  public let key: String?
  /// The order number for the user and the restaurant.
  public let number: String
  /// The id of the user's account; `nil` for a guest.
  public internal(set) var account: String?
  /// A counter that grows with every change of the order.
  public internal(set) var revision: Int
  /// The city's id.
  public let city: Int
  /// The current status of the order.
  public internal(set) var status: String
  /// The statuses that the order has reached, the earliest first.
  public internal(set) var steps: [Step]
  /// The time at which the order was placed, in seconds since 1970.
  public let createdAt: Int
  /// The time at which the order ended, in seconds since 1970; `nil` until it has ended.
  public internal(set) var finishedAt: Int?
  /// The interval in which the user receives the order; `nil` if none is promised.
  public internal(set) var promised: Interval?
  /// The interval in which the next change of the status is expected; `nil` if none is announced.
  public internal(set) var nextChange: Interval?
  /// The fulfillment method, and the place where the user receives the order.
  public let fulfilment: Fulfillment
  /// The restaurant that prepares the order; `nil` if none is assigned.
  public let unit: Unit?
  /// The courier; `nil` until one is on the way.
  public internal(set) var courier: Courier?
  /// The lines of the order.
  public let lines: [Line]
  /// The amounts that the user paid.
  public let totals: Totals
  /// The ISO 4217 currency code of all amounts.
  public let currency: String
  /// The time until which the user can cancel the order, in seconds since 1970.
  ///
  /// `nil` if the order has ended.
  public internal(set) var cancelableUntil: Int?
  /// The text for the user about a rejection or cancellation; `nil` without a text.
  public internal(set) var reason: String?
  /// The refund; `nil` if nothing is refunded.
  public internal(set) var refund: Refund?
  /// The ways to contact the support.
  public let contacts: [Contact]
}

extension OrderView {
  /// Creates a new order from a cart, with the status `created`.
  ///
  /// `number` is also the id of the order. `key` is the id of the operation that placed the order.
  /// `time` is the time at which the order was placed, in seconds since 1970.
  init(_ number: String, key: String?, cart: CartView, at time: Int) {
    let method = cart.fulfilment?.kind ?? "delivery"
    let place = cart.fulfilment?.place ?? ""
    self.init(
      id: number, key: key, number: number, account: nil, revision: 0, city: cart.city,
      status: "created", steps: [], createdAt: time, finishedAt: nil, promised: nil,
      nextChange: nil,
      fulfilment: Fulfillment(
        kind: method, place: place, text: method == "delivery" ? "Abay 10, 42" : nil),
      unit: Unit(id: "unit-1", name: "Abay", address: "Abay 5"), courier: nil,
      lines: cart.lines.enumerated().map { index, line in
        Line(
          id: "\(index + 1)", kind: line.kind, item: line.item, quantity: line.quantity,
          unitPrice: line.unitPrice, total: line.total, discount: line.total - line.final)
      },
      totals: Totals(
        items: cart.totals.items, discount: cart.totals.discount, fees: cart.fees,
        due: cart.totals.due), currency: cart.currency, cancelableUntil: nil, reason: nil,
      refund: nil,
      contacts: [
        Contact(kind: "phone", value: "+77272000000"), Contact(kind: "chat", value: "orders"),
      ])
  }

  /// Whether the order has ended.
  public var isFinal: Bool { ["fulfilled", "rejected", "cancelled"].contains(status) }
}
