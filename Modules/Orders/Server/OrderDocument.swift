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
    var parts = PartReader()
    func list<Part>(_ name: String, _ part: LossyList<Part>?) -> [Part]? {
      if part?.isWhole() != true { parts.unreadable.append(name) }
      return part?.elements()
    }
    let code = self.currency?.value.flatMap(CurrencyCode.init)
    if code == nil { parts.unreadable.append("currency") }
    let currency = code ?? known?.totals.due.currency ?? .none
    let none = Money(nil, .none)
    var order =
      known
      ?? Order(
        id: id, city: 0, fulfillment: OrderFulfillment(FulfillmentMethod(rawValue: ""), place: ""),
        lines: [], totals: OrderTotals(items: none, discount: none, due: none))
    (order.revision, order.status) = (revision, status)
    order.key = parts.optional(key, or: order.key, "key")
    order.number = parts.required(number?.map(\.wrappedValue), or: order.number, "number")
    if order.number.allSatisfy(\.isWhitespace) { order.number = id }
    order.city = parts.required(city, or: order.city, "city")
    order.steps = list("steps", steps)?.map(\.step) ?? order.steps
    order.createdAt = parts.required(
      createdAt?.map { $0.date as Date? }, or: order.createdAt, "createdAt")
    order.finishedAt = parts.optional(finishedAt?.map(\.date), or: order.finishedAt, "finishedAt")
    // An order with an unknown status has ended only if the server says when, readably or not.
    let hasEnded = status.isFinal || status.isUnknown && finishedAt != nil
    order.finishedAt = hasEnded ? order.finishedAt ?? order.steps.last?.time : nil
    order.promised = parts.optional(promised?.map(\.interval), or: order.promised, "promised")
    order.nextChange = parts.optional(
      nextChange?.map(\.interval), or: order.nextChange, "nextChange")
    order.fulfillment = parts.required(fulfilment?.map(\.way), or: order.fulfillment, "fulfilment")
    order.restaurant = parts.optional(unit, or: order.restaurant, "unit")
    order.courier = parts.optional(courier, or: order.courier, "courier")
    let until = cancelableUntil?.map(\.date)
    order.cancelableUntil = parts.optional(until, or: order.cancelableUntil, "cancelableUntil")
    order.reason = parts.optional(reason, or: order.reason, "reason")
    let refund = refund?.map {
      OrderRefund(status: .init(rawValue: $0.status), amount: Money($0.amount, currency))
    }
    order.refund = parts.optional(refund, or: order.refund, "refund")
    order.contacts = list("contacts", contacts) ?? order.contacts
    order.totals = parts.required(
      totals?.map { $0.totals(in: currency) }, or: order.totals, "totals")
    if totals?.value?.isWhole == false { parts.unreadable.append("totals") }
    let all = lines?.elements() ?? []
    var ids: Set<String> = []
    let shown = all.filter(\.isShown).map { line in
      var id = line.id?.value?.wrappedValue ?? ""
      if !line.isWhole || ids.contains(id) { parts.unreadable.append("lines") }
      while !ids.insert(id).inserted { id += "'" }
      return line.line(id, in: currency)
    }
    if lines?.isWhole() != true || shown.isEmpty || shown.count < all.count {
      parts.unreadable.append("lines")
    }
    // An order keeps its lines until there are others to show.
    if !shown.isEmpty { order.lines = shown }
    return (order, Set(parts.unreadable).sorted())
  }
}

extension Order {
  /// Whether a text is a valid order id; a valid id can be a component of a URL path.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text != "." && text != ".."
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
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
  let items: Lossy<Amount>?
  let discount: Lossy<Amount>?
  let fees: LossyList<Charge>?
  let due: Amount

  var isWhole: Bool { items?.value != nil && discount?.value != nil && fees?.isWhole() == true }

  func totals(in currency: CurrencyCode) -> OrderTotals {
    OrderTotals(
      items: Money(items?.value, currency), discount: Money(discount?.value, currency),
      fees: (fees?.elements() ?? []).map { $0.fee(in: currency) },
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
    found.list = (revision?.value ?? 0, ids)
    return found
  }
}
