import CartTestSupport
import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import Sync

@testable import Cart

extension CityID {
  static let almaty = RequestContext.almaty.city
  static let belgrade = RequestContext.belgrade.city
}

extension CurrencyCode {
  static let tenge = CartItem.cola.unitPrice.currency
  static let dinar = CartItem.sample("burek", "Burek", 1, currency: "RSD").unitPrice.currency
}

extension CartKey {
  /// The first cart of Almaty.
  static let c = CartKey(city: .almaty, number: 1, id: "c")
}

extension CartBase {
  /// Creates a base with the cart ``CartKey/c`` in Almaty.
  init(_ server: ServerCart? = nil, key: CartKey = .c) {
    var cart = StoredCart(key, in: .almaty)
    cart.server = server
    self.init(carts: [cart])
  }

  /// The cart of Almaty, which has to exist.
  var almaty: StoredCart {
    self[.almaty] ?? StoredCart(CartKey(city: .almaty, number: 0, id: "none"))
  }
}

extension CartLine {
  /// Creates a confirmed line.
  init(_ item: CartItem, _ quantity: Int = 1, kind: Kind = .chosen, price: LinePrice? = nil) {
    self.init(
      id: kind == .chosen ? item.line : ID(rawValue: "\(kind.rawValue) 1"), kind: kind, item: item,
      quantity: quantity, price: price ?? .estimate(item.unitPrice, quantity), problems: [],
      status: .confirmed)
  }
}

extension ServerCart {
  /// Creates a cart of the server in Almaty.
  init(
    _ lines: CartLine..., fulfillment: CartFulfillment? = nil, fees: [(String, Int64)] = [],
    minimum: Int64 = 0, problems: [CartProblem] = []
  ) {
    let currency = CartItem.cola.unitPrice.currency
    self.init(
      id: "c", version: 1, currency: currency, fulfillment: fulfillment, lines: lines, promos: [],
      totals: CartTotals(
        lines, fees: fees.map { .init($0.0, Money($0.1, currency)) }, in: currency,
        isEstimate: problems.contains(.sumsDiffer), isExact: true),
      minimum: Money(minimum, currency), problems: problems)
  }
}

extension CartOperation {
  /// Adds units to a line, which was displayed with `base` units.
  static func add(
    _ item: CartItem, _ count: Int = 1, base: Int = 0, isMade: Bool = false
  ) -> CartOperation {
    .line(
      LineEdit(item: item, quantity: base + count, base: base, isRelative: true, isMade: isMade))
  }

  /// Sets the quantity of a line, which was displayed with `base` units.
  static func set(
    _ item: CartItem, _ quantity: Int, base: Int = 1, isMade: Bool = false
  ) -> CartOperation {
    .line(
      LineEdit(item: item, quantity: quantity, base: base, isRelative: false, isMade: isMade))
  }

  /// Orders a cart with a cola.
  static func order(_ id: String, with fulfillment: CartFulfillment? = nil) -> CartOperation {
    .order(
      PlacedOrder(
        id: id, city: .almaty, lines: [CartLine(.cola)], totals: nil, fulfillment: fulfillment),
      after: [])
  }
}

extension PendingEdit {
  /// Creates an edit with the id of its line.
  init(_ edit: CartOperation, _ status: SyncStatus<CartRejection>) {
    var line: CartLine.ID?
    if case .line(let edit) = edit { line = edit.line }
    self.init(edit: edit, status: status, line: line)
  }
}

extension HTTPResponse {
  /// Creates a response with the server's cart of colas, whose body may be edited.
  static func cart(
    _ quantity: Int = 1, id: String = "c", version: Int = 1, status: Int = 200, etag: String? = nil,
    retryAfter: Duration? = nil, _ edit: (inout [String: Any]) throws -> Void = { _ in }
  ) throws -> HTTPResponse {
    let sum = 600 * quantity
    var body: [String: Any] = [
      "id": id, "version": version, "city": 1_526_384, "currency": "KZT",
      "lines": [
        [
          "kind": "chosen", "id": "", "quantity": quantity, "unitPrice": 600, "total": sum,
          "discounts": [Any](), "final": sum, "problems": [Any](),
          "item": try JSONSerialization.jsonObject(with: JSONEncoder().encode(CartItem.cola)),
        ] as [String: Any]
      ],
      "promos": [Any](), "fees": [Any](), "minimum": 0, "problems": [Any](),
      "totals": ["items": sum, "discounts": [Any](), "discount": 0, "due": sum] as [String: Any],
    ]
    try edit(&body)
    return HTTPResponse(
      status: status, body: try JSONSerialization.data(withJSONObject: body),
      etag: etag.flatMap(ETag.init(rawValue:)), retryAfter: retryAfter)
  }
}
