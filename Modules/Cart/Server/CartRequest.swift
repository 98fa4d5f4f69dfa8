import Commerce
import Foundation
import Networking
import Sync

/// The requests that send changes of a cart.
enum CartRequest {
  /// The path of the user's orders.
  static let orders = "/v1/orders"

  static func path(of cart: CartKey) -> String { "/v1/carts/\(cart.id)" }

  static func request(
    _ change: CartChange, key: IdempotencyKey, tappedAt: Date?, in context: RequestContext
  ) throws(UnusableBody) -> HTTPRequest {
    var body: [String: JSONValue] = ["operation": .text(change.operation)]
    let part: String
    switch change.edit {
    case .line(let edit):
      part = "lines"
      body["item"] = edit.damaged?.raw?["item"] ?? JSONValue(edit.item)
      body["quantity"] = JSONValue(edit.quantity)
      // The server does not add units if the line has another quantity by now than the user saw.
      if edit.isRelative { body["seen"] = JSONValue(edit.base) }
    case .promo(let code, let isWanted):
      part = "promos"
      (body["code"], body["isWanted"]) = (.text(code), .bool(isWanted))
    case .fulfillment(let fulfillment):
      part = "fulfilment"
      body["fulfilment"] = JSONValue(fulfillment)
    case .order(let order, _):
      part = "order"
      body["due"] = .integer(order.totals?.due.minorUnits ?? 0)
      body["lines"] = .list(order.lines.filter { $0.kind == .chosen }.map(\.asOrdered))
      // The time of the user's tap by the server's clock, and the seconds in which the order is valid.
      if let tappedAt {
        body["tappedAt"] = Int64(exactly: tappedAt.timeIntervalSince1970.rounded(.down)).map {
          .integer($0)
        }
        body["validFor"] = .integer(CartLimits.orderValidity.components.seconds)
      }
    }
    let bytes = try HTTPRequest.Body.json(body)
    var request = HTTPRequest(
      change.order == nil ? .put(bytes) : .post(bytes), "\(path(of: change.cart))/\(part)",
      in: context)
    request.idempotencyKey = key
    return request
  }
}

extension CartLine {
  /// The line in the body of an order; what cannot be read is sent back as it came.
  fileprivate var asOrdered: JSONValue {
    let quantity = JSONValue(quantity)
    return .object([
      "configuration": raw?["item"]?["configuration"] ?? JSONValue(item.configuration),
      "quantity": self.quantity > 0 ? quantity : raw?["quantity"] ?? quantity,
    ])
  }
}
