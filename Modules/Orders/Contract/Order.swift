public import Commerce
public import Foundation

/// A placed order, with all data that a screen needs to show it without the menu.
///
/// All times are from the server's clock, in whole seconds.
public struct Order: Codable, Sendable, Hashable, Identifiable {
  /// The server's id: 1 to 64 ASCII letters, digits, `-`, `_` and `.`, but neither `.` nor `..`.
  public let id: String
  /// The idempotency key with which an app placed the order, on this device or another one; `nil` if it is
  /// unknown.
  public internal(set) var key: String?
  /// The number by which the user and the restaurant identify the order; the id if the server names none.
  public internal(set) var number: String
  /// The revision number, which the server increases with each change of the order.
  ///
  /// The revision is 0 if this device has just placed the order and has not fetched it yet.
  public internal(set) var revision: Int
  /// The city in which the order was placed; 0 if the server's id was never readable.
  public internal(set) var city: CityID
  /// The current status; it usually advances, but the server may reinstate an order that has ended.
  public internal(set) var status: OrderStatus
  /// The statuses that the order has reached, the oldest first; empty before the first fetch.
  public internal(set) var steps: [OrderStep]
  /// The time at which the order was placed; `nil` if this device has just placed the order and has not
  /// fetched it yet.
  public internal(set) var createdAt: Date?
  /// The time at which the order ended; `nil` for an active order, and if the server has not sent the time.
  ///
  /// An order with an unknown status has ended if it has this time.
  public internal(set) var finishedAt: Date?
  /// The interval in which the user will receive the order; `nil` if it is unknown.
  ///
  /// The server may change the interval.
  public internal(set) var promised: OrderInterval?
  /// The interval in which the server expects the next change of the status; `nil` if it is unknown.
  public internal(set) var nextChange: OrderInterval?
  /// The method by which the user receives the order, and the delivery address or the restaurant.
  public internal(set) var fulfillment: OrderFulfillment
  /// The restaurant that the server names for the order; `nil` if it names none.
  public internal(set) var restaurant: OrderRestaurant?
  /// The courier; `nil` until the server has named one.
  public internal(set) var courier: OrderCourier?
  /// The ordered products, including gifts; without the lines that cannot be read.
  public internal(set) var lines: [OrderLine]
  /// The price of the products, the discount, the fees and the charged sum.
  ///
  /// An amount that the server's response lacks is 0. If the response names no currency, the code is `XXX`.
  public internal(set) var totals: OrderTotals
  /// The time until which the user can cancel the order; `nil` if the order cannot be canceled, or has not
  /// been fetched yet.
  public internal(set) var cancelableUntil: Date?
  /// The server's text for the user about a rejection or cancellation; `nil` if there is none.
  public internal(set) var reason: String?
  /// The refund that the user receives for the order; `nil` if there is none.
  public internal(set) var refund: OrderRefund?
  /// The contacts for help with the order, in the server's order; may be empty.
  public internal(set) var contacts: [OrderContact]

  /// Creates an order that was just placed and has not been fetched, or a sample for tests.
  ///
  /// `id` is the server's id. If `number` is `nil`, the id is also the number. `key` is the idempotency
  /// key with which this device placed the order. A `revision` of 0 means that the order has not been
  /// fetched.
  public init(
    id: String, key: String? = nil, number: String? = nil, revision: Int = 0, city: CityID,
    status: OrderStatus = .created, steps: [OrderStep] = [], createdAt: Date? = nil,
    finishedAt: Date? = nil, promised: OrderInterval? = nil, nextChange: OrderInterval? = nil,
    fulfillment: OrderFulfillment, restaurant: OrderRestaurant? = nil, courier: OrderCourier? = nil,
    lines: [OrderLine], totals: OrderTotals, cancelableUntil: Date? = nil, reason: String? = nil,
    refund: OrderRefund? = nil, contacts: [OrderContact] = []
  ) {
    (self.id, self.key, self.number, self.revision) = (id, key, number ?? id, revision)
    (self.city, self.status, self.steps) = (city, status, steps)
    (self.createdAt, self.finishedAt) = (createdAt, finishedAt)
    (self.promised, self.nextChange) = (promised, nextChange)
    (self.fulfillment, self.restaurant, self.courier) = (fulfillment, restaurant, courier)
    (self.lines, self.totals, self.cancelableUntil) = (lines, totals, cancelableUntil)
    (self.reason, self.refund, self.contacts) = (reason, refund, contacts)
  }

  /// Whether the server's amounts for the lines, the discount and the fees add up to the charged sum.
  ///
  /// If the value is `false`, a screen shows only ``OrderTotals/due``, the charged sum.
  public var totalsAddUp: Bool { totals.addUp(lines) }
}

/// A status that an order has reached, with the time at which it was reached.
public struct OrderStep: Codable, Sendable, Hashable {
  /// The status that began at ``time``.
  public let status: OrderStatus
  /// The time at which the order reached the status, by the server's clock and in whole seconds.
  public let time: Date
}

/// An interval of time on the server's clock.
public struct OrderInterval: Codable, Sendable, Hashable {
  /// The start of the interval, by the server's clock.
  public let from: Date
  /// The end of the interval, by the server's clock; not before ``from``.
  public let to: Date

  /// Creates an interval; an end before `from` is replaced by `from`.
  public init(from: Date, to: Date) {
    self.from = from
    self.to = max(from, to)
  }
}

/// The courier who brings an order, with the data that a screen shows.
public struct OrderCourier: Codable, Sendable, Hashable {
  /// The courier's name, as the server sends it for the user.
  public let name: String
  /// The phone number; `nil` if the user must not call the courier.
  public let phone: String?
}

extension Order {
  /// Whether the order has ended: its status is final, or unknown with a time at which the order ended.
  ///
  /// The server may reinstate the order.
  public var hasEnded: Bool { status.isFinal || status.isUnknown && finishedAt != nil }
}
