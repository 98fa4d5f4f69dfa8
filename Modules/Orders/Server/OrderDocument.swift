import Commerce
import Foundation
import Networking

/// An order in a response; any part but the id, the revision and the status may be unreadable.
struct OrderDocument: Decodable, Sendable {
  struct Step: Decodable {
    let status: String
    let at: Seconds

    var step: OrderStep { OrderStep(status: OrderStatus(rawValue: status), time: at.date) }
  }

  struct Interval: Decodable {
    let from: Seconds
    let to: Seconds

    var interval: OrderInterval { OrderInterval(from: from.date, to: to.date) }
  }

  struct Fulfillment: Decodable {
    let kind: String
    let place: String
    let text: String?

    var way: OrderFulfillment { .init(FulfillmentMethod(rawValue: kind), place: place, text: text) }
  }

  struct Refund: Decodable {
    let status: String
    let amount: Amount
  }

  @Text var id: Order.ID
  let revision: Int
  let status: OrderStatus
  let key: Lossy<String>?
  let number: Lossy<Text>?
  let account: Lossy<Text>?
  let city: Lossy<CityID>?
  let steps: LossyList<Step>?
  let createdAt: Lossy<Seconds>?
  let finishedAt: Lossy<Seconds>?
  let promised: Lossy<Interval>?
  let nextChange: Lossy<Interval>?
  let fulfilment: Lossy<Fulfillment>?
  let unit: Lossy<OrderRestaurant>?
  let courier: Lossy<OrderCourier>?
  let lines: LossyList<OrderLineDocument>?
  let totals: Lossy<OrderTotalsDocument>?
  let currency: Lossy<String>?
  let cancelableUntil: Lossy<Seconds>?
  let reason: Lossy<String>?
  let refund: Lossy<Refund>?
  let contacts: LossyList<OrderContact>?

  var isReadable: Bool { Order.isID(id) && revision > 0 && status != .unknown("") }

  /// Converts the document to an order, and names the parts that cannot be read.
  ///
  /// Such a part is that of `known`, the stored order, or else empty. Statuses, kinds and fees with names
  /// that this release does not know are preserved. Sums that contradict each other are preserved, too;
  /// ``Order/totalsAddUp`` detects them.
  func order(after known: Order?) -> (order: Order, unreadable: [String]) {
    var unreadable: [String] = []
    func optional<Part>(_ name: String, _ part: Lossy<Part>?, or known: Part?) -> Part? {
      guard let part else { return nil }
      if part.value == nil { unreadable.append(name) }
      return part.value ?? known
    }
    func required<Part>(_ name: String, _ part: Lossy<Part>?, or known: Part) -> Part {
      if part == nil { unreadable.append(name) }
      return optional(name, part, or: known) ?? known
    }
    func list<Part>(_ name: String, _ part: LossyList<Part>?) -> [Part]? {
      if part?.isWhole() != true { unreadable.append(name) }
      return part?.elements()
    }
    let code = self.currency?.value.flatMap(CurrencyCode.init)
    if code == nil { unreadable.append("currency") }
    let currency = code ?? known?.totals.due.currency ?? .none
    let none = Money(nil, .none)
    var order =
      known
      ?? Order(
        id: id, city: 0, fulfillment: OrderFulfillment(FulfillmentMethod(rawValue: ""), place: ""),
        lines: [], totals: OrderTotals(items: none, discount: none, due: none))
    (order.revision, order.status) = (revision, status)
    order.key = optional("key", key, or: order.key)
    order.number = required("number", number?.map(\.wrappedValue), or: order.number)
    if order.number.allSatisfy(\.isWhitespace) { order.number = id }
    order.city = required("city", city, or: order.city)
    order.steps = list("steps", steps)?.map(\.step) ?? order.steps
    order.createdAt = required(
      "createdAt", createdAt?.map { $0.date as Date? }, or: order.createdAt)
    order.finishedAt = optional("finishedAt", finishedAt?.map(\.date), or: order.finishedAt)
    // An order with an unknown status has ended only if the server says when, readably or not.
    let hasEnded = status.isFinal || status.isUnknown && finishedAt != nil
    order.finishedAt = hasEnded ? order.finishedAt ?? order.steps.last?.time : nil
    order.promised = optional("promised", promised?.map(\.interval), or: order.promised)
    order.nextChange = optional("nextChange", nextChange?.map(\.interval), or: order.nextChange)
    order.fulfillment = required("fulfilment", fulfilment?.map(\.way), or: order.fulfillment)
    order.restaurant = optional("unit", unit, or: order.restaurant)
    order.courier = optional("courier", courier, or: order.courier)
    let until = cancelableUntil?.map(\.date)
    order.cancelableUntil = optional("cancelableUntil", until, or: order.cancelableUntil)
    order.reason = optional("reason", reason, or: order.reason)
    let refund = refund?.map {
      OrderRefund(status: .init(rawValue: $0.status), amount: Money($0.amount, currency))
    }
    order.refund = optional("refund", refund, or: order.refund)
    order.contacts = list("contacts", contacts) ?? order.contacts
    order.totals = required("totals", totals?.map { $0.totals(in: currency) }, or: order.totals)
    if totals?.value?.isWhole == false { unreadable.append("totals") }
    let all = lines?.elements() ?? []
    var ids: Set<String> = []
    let shown = all.filter(\.isShown).map { line in
      var id = line.id?.value?.wrappedValue ?? ""
      if !line.isWhole || ids.contains(id) { unreadable.append("lines") }
      while !ids.insert(id).inserted { id += "'" }
      return line.line(id, in: currency)
    }
    if lines?.isWhole() != true || shown.isEmpty || shown.count < all.count {
      unreadable.append("lines")
    }
    // An order keeps its lines until there are others to show.
    if !shown.isEmpty { order.lines = shown }
    return (order, Set(unreadable).sorted())
  }
}

extension Order {
  /// Whether a text is a valid order id; a valid id can be a component of a URL path.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text != "." && text != ".."
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}

extension Money {
  fileprivate init(_ amount: Amount?, _ currency: CurrencyCode) {
    self.init(amount?.minorUnits ?? 0, currency)
  }
}

/// A line of an order in a response.
struct OrderLineDocument: Decodable {
  /// The ordered item, as the app had added it to the cart.
  struct Item: Decodable {
    let configuration: Lossy<ItemConfiguration>?
    let name: String
    let variantName: Lossy<String>?
    let details: LossyList<String>?
    let image: Lossy<String>?
  }

  let id: Lossy<Text>?
  let kind: Lossy<String>?
  let item: Item
  let quantity: Int
  let unitPrice: Lossy<Amount>?
  let total: Lossy<Amount>?
  let discount: Lossy<Amount>?

  /// Whether the id and the amounts can be read.
  var isWhole: Bool {
    id?.value != nil && [unitPrice, total, discount].allSatisfy { $0?.value != nil }
  }

  /// Whether the line has a name and a quantity.
  var isShown: Bool {
    !item.name.allSatisfy(\.isWhitespace) && (1...100_000).contains(quantity)
  }

  func line(_ id: String, in currency: CurrencyCode) -> OrderLine {
    OrderLine(
      id: id, kind: kind?.value.map(OrderLine.Kind.init) ?? .chosen,
      item.configuration?.value ?? ItemConfiguration(product: ""), name: item.name,
      variantName: item.variantName?.value, details: item.details?.elements() ?? [],
      image: item.image?.value, quantity: quantity, unitPrice: Money(unitPrice?.value, currency),
      total: Money(total?.value, currency), discount: Money(discount?.value, currency))
  }
}

/// The sums of an order in a response; only the charged sum has to be readable.
struct OrderTotalsDocument: Decodable {
  struct Charge: Decodable {
    let kind: String
    let amount: Amount
  }

  let items: Lossy<Amount>?
  let discount: Lossy<Amount>?
  let fees: LossyList<Charge>?
  let due: Amount

  var isWhole: Bool { items?.value != nil && discount?.value != nil && fees?.isWhole() == true }

  func totals(in currency: CurrencyCode) -> OrderTotals {
    OrderTotals(
      items: Money(items?.value, currency), discount: Money(discount?.value, currency),
      fees: (fees?.elements() ?? []).map { Fee($0.kind, Money($0.amount, currency)) },
      due: Money(due, currency))
  }
}

// MARK: Readable values

extension Lossy {
  /// The readable elements, without those beyond a limit; `nil` if there is no list.
  func elements<Element>() -> [Element]? where Value == [Lossy<Element>] {
    value?.prefix(200).compactMap(\.value)
  }

  /// Whether ``elements()`` leaves none out.
  func isWhole<Element>() -> Bool where Value == [Lossy<Element>] {
    value != nil && elements()?.count == value?.count
  }
}

/// A time in whole seconds since 1970, of the years 1970 to 9999; a fraction is ignored.
struct Seconds: Decodable, Sendable {
  let date: Date

  init(from decoder: any Decoder) throws {
    let seconds = try decoder.singleValueContainer().decode(Double.self).rounded(.down)
    guard (0...253_402_300_799).contains(seconds) else { throw UnusableBody(reason: "\(seconds)") }
    date = Date(timeIntervalSince1970: seconds)
  }
}

/// An amount in minor units of the order's currency.
struct Amount: Decodable, Sendable {
  let minorUnits: Int64

  init(from decoder: any Decoder) throws {
    minorUnits = try decoder.singleValueContainer().decode(Int64.self)
    guard minorUnits.magnitude <= 1_000_000_000_000 else {
      throw UnusableBody(reason: "\(minorUnits)")
    }
  }
}

// MARK: Lists

/// The body of a response with a list of orders; an unreadable order does not affect the others.
struct OrderListDocument: Decodable {
  struct Element: Decodable {
    private struct Identity: Decodable {
      @Text var id: String
    }

    let id: String
    /// The order; `nil` if its id, revision or status cannot be read.
    let document: OrderDocument?

    init(from decoder: any Decoder) {
      id = String((Lossy<Identity>(from: decoder).value?.id ?? "").prefix(64))
      let order = Lossy<OrderDocument>(from: decoder).value
      document = order?.isReadable == true ? order : nil
    }
  }

  let revision: Lossy<Int>?
  let now: Lossy<Seconds>?
  let orders: [Element]
  let next: Lossy<Text>?

  /// Returns the orders of this account that can be read, and the problems with all other orders.
  ///
  /// `account` is the id of the account. For a guest it is `nil`, and the owners of the orders are not
  /// checked.
  func orders(of account: String?) -> FetchedOrders {
    var found = FetchedOrders()
    for element in orders {
      guard let order = element.document else {
        found.problems.append(OrderProblem(element.id, .unreadable("id, revision or status")))
        continue
      }
      if let account, let owner = order.account?.value?.wrappedValue, owner != account {
        found.problems.append(OrderProblem(element.id, .anotherAccount))
      } else if let place = found.orders.firstIndex(where: { $0.id == order.id }) {
        if found.orders[place].revision < order.revision { found.orders[place] = order }
      } else {
        found.orders.append(order)
      }
    }
    let ids = Set(found.orders.map(\.id) + found.problems.map(\.order))
    found.list = FetchedOrders.List(revision: revision?.value ?? 0, ids: ids)
    return found
  }
}
