#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking
import Pricing

/// The body of a response with an order.
///
/// Amounts are in minor units of the order's currency, and times are in seconds since 1970.
struct OrderDocument: Decodable {
  struct Step: Decodable {
    let status: String
    let at: Int
  }

  struct Interval: Decodable {
    let from: Int
    let to: Int
  }

  struct Fulfillment: Decodable {
    let kind: String
    let place: String
    let text: String?
  }

  struct Line: Decodable {
    let id: String
    let kind: String
    let item: Item
    let quantity: Int
    let unitPrice: Int64
    let total: Int64
    let discount: Int64
  }

  /// The ordered item, as the app had added it to the cart.
  struct Item: Decodable {
    let configuration: OrderConfiguration
    let name: String
    let variantName: String?
    let details: [String]
    let image: String?
  }

  struct Fee: Decodable {
    let kind: String
    let amount: Int64
  }

  struct Totals: Decodable {
    let items: Int64
    let discount: Int64
    let fees: [Fee]
    let due: Int64
  }

  struct Refund: Decodable {
    let status: String
    let amount: Int64
  }

  let id: String
  let key: String?
  let number: String
  let account: String?
  let revision: Int
  let city: CityID
  let status: String
  let steps: [Step]
  let createdAt: Int
  let finishedAt: Int?
  let promised: Interval?
  let nextChange: Interval?
  let fulfilment: Fulfillment
  let unit: OrderUnit?
  let courier: OrderCourier?
  let lines: [Line]
  let totals: Totals
  let currency: String
  let cancelableUntil: Int?
  let reason: String?
  let refund: Refund?
  let contacts: [OrderContact]
}

extension OrderDocument {
  /// The maximum sizes in an order from the server; a document that exceeds them is rejected.
  enum Limits {
    static let lines = 200
    static let elements = 100
    static let text = 1_000
    static let amount: Int64 = 1_000_000_000_000
  }

  /// Validates the document and converts it to an order.
  ///
  /// Statuses, kinds and fees with names that this release does not know are preserved. Sums that
  /// contradict each other are preserved, too; ``Order/totalsAddUp`` detects them.
  func order() throws(UnusableBody) -> Order {
    guard Order.isID(id) else { throw UnusableBody(reason: "id \(id.prefix(20))") }
    guard revision > 0 else { throw UnusableBody(reason: "revision \(revision)") }
    guard let currency = CurrencyCode(rawValue: currency) else {
      throw UnusableBody(reason: "currency \(currency.prefix(20))")
    }
    guard (1...Limits.lines).contains(lines.count) else {
      throw UnusableBody(reason: "\(lines.count) lines")
    }
    guard Set(lines.map(\.id)).count == lines.count else {
      throw UnusableBody(reason: "a line twice")
    }
    guard max(steps.count, totals.fees.count, contacts.count) <= Limits.elements,
      texts.allSatisfy({ $0.utf8.count <= Limits.text })
    else { throw UnusableBody(reason: "too much text") }
    func money(_ amount: Int64) throws(UnusableBody) -> Money {
      guard amount.magnitude <= Limits.amount else { throw UnusableBody(reason: "\(amount)") }
      return Money(amount, currency)
    }
    return Order(
      id: id, key: key, number: number, revision: revision, city: city,
      status: OrderStatus(rawValue: status),
      steps: try steps.map { step throws(UnusableBody) in
        OrderStep(OrderStatus(rawValue: step.status), at: try Date(server: step.at))
      },
      createdAt: try Date(server: createdAt),
      finishedAt: try finishedAt.map { time throws(UnusableBody) in try Date(server: time) },
      promised: try promised?.interval(), nextChange: try nextChange?.interval(),
      fulfillment: OrderFulfillment(
        FulfillmentMethod(rawValue: fulfilment.kind), place: fulfilment.place,
        text: fulfilment.text),
      unit: unit, courier: courier,
      lines: try lines.map { line throws(UnusableBody) in
        guard (1...100_000).contains(line.quantity), line.item.configuration.size <= Limits.elements
        else { throw UnusableBody(reason: "line \(line.id.prefix(20))") }
        return OrderLine(
          id: line.id, kind: OrderLine.Kind(rawValue: line.kind), line.item.configuration,
          name: line.item.name, variantName: line.item.variantName, details: line.item.details,
          image: line.item.image, quantity: line.quantity, unitPrice: try money(line.unitPrice),
          total: try money(line.total), discount: try money(line.discount))
      },
      totals: OrderTotals(
        items: try money(totals.items), discount: try money(totals.discount),
        fees: try totals.fees.map { fee throws(UnusableBody) in
          OrderTotals.Fee(fee.kind, try money(fee.amount))
        }, due: try money(totals.due)),
      cancelableUntil: try cancelableUntil.map { time throws(UnusableBody) in
        try Date(server: time)
      },
      reason: reason,
      refund: try refund.map { refund throws(UnusableBody) in
        OrderRefund(OrderRefund.Status(rawValue: refund.status), try money(refund.amount))
      },
      contacts: contacts)
  }

  private var texts: [String] {
    let items = lines.flatMap { line in
      [line.id, line.kind, line.item.name, line.item.variantName ?? "", line.item.image ?? ""]
        + line.item.details
    }
    let names = [number, status, key ?? "", reason ?? "", fulfilment.kind, fulfilment.place]
    let places = [fulfilment.text, unit?.id, unit?.name, unit?.address, courier?.name]
    return items + names + places.compactMap(\.self) + [courier?.phone ?? ""]
      + contacts.map(\.value) + steps.map(\.status) + totals.fees.map(\.kind)
  }
}

extension OrderDocument.Interval {
  func interval() throws(UnusableBody) -> OrderInterval {
    OrderInterval(from: try Date(server: from), to: try Date(server: to))
  }
}

extension OrderConfiguration {
  /// The number of modifiers, removed ingredients and parts, including those of each part.
  ///
  /// ``OrderDocument/Limits`` contains the maximum.
  fileprivate var size: Int {
    parts.reduce(modifiers.count + removed.count) { $0 + 1 + $1.configuration.size }
  }
}

extension Date {
  /// Creates the date from the server's seconds since 1970; throws outside of the years 1970 to 9999.
  init(server seconds: Int) throws(UnusableBody) {
    guard (0...253_402_300_799).contains(seconds) else {
      throw UnusableBody(reason: "time \(seconds)")
    }
    self.init(timeIntervalSince1970: TimeInterval(seconds))
  }
}

extension Order {
  /// Whether a text is a valid order id; a valid id can be a component of a URL path.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text != "." && text != ".."
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}

/// The body of a response with a list of orders; an unreadable order does not affect the others.
struct OrderListDocument: Decodable {
  /// An order, or the reason why it cannot be decoded.
  struct Element: Decodable {
    private struct Identity: Decodable {
      let id: String?
    }

    let id: String
    let document: Result<OrderDocument, UnusableBody>

    init(from decoder: any Decoder) throws {
      do {
        let document = try OrderDocument(from: decoder)
        (id, self.document) = (document.id, .success(document))
      } catch {
        let id: String?
        do { id = try Identity(from: decoder).id } catch { id = nil }
        self.id = id.map { String($0.prefix(64)) } ?? ""
        document = .failure(UnusableBody(reason: "\(error)"))
      }
    }
  }

  let revision: Int?
  let now: Int
  let orders: [Element]
  let next: String?

  /// Returns the orders of this account that can be decoded, and the problems with all other orders.
  ///
  /// `account` is the id of the account. For a guest it is `nil`, and the owners of the orders are not
  /// checked.
  func orders(of account: String?) -> (orders: [Order], problems: [OrderProblem]) {
    var found: [Order] = []
    var problems: [OrderProblem] = []
    for element in orders {
      do throws(UnusableBody) {
        let document = try element.document.get()
        if let account, let owner = document.account, owner != account {
          problems.append(OrderProblem(element.id, .anotherAccount))
          continue
        }
        let order = try document.order()
        guard !found.contains(where: { $0.id == order.id }) else { continue }
        found.append(order)
      } catch {
        problems.append(OrderProblem(element.id, .unreadable(error.reason)))
      }
    }
    return (found, problems)
  }
}
