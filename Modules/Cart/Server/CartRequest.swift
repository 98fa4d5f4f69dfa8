#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Commerce
import Networking
import Sync

/// The requests that send changes of a cart.
enum CartRequest {
  /// The body of a request; fields that the change does not need are `nil`.
  private struct Body: Encodable {
    struct Line: Encodable {
      let configuration: JSONValue
      let quantity: JSONValue
    }

    let operation: String
    var item: JSONValue?
    var quantity: Int?
    /// The quantity that the user saw before adding units; `nil` for a change that is not relative.
    ///
    /// The server does not apply the change if the line has another quantity by now.
    var seen: Int?
    var code: String?
    var isWanted: Bool?
    var fulfillment: CartFulfillment?
    var due: Int64?
    var lines: [Line]?
    /// The time of the user's tap by the server's clock, in seconds since 1970.
    var tappedAt: Int?
    /// The time in which the server may accept the order, in seconds.
    var validFor: Int?

    private enum CodingKeys: String, CodingKey {
      case operation, item, quantity, seen, code, isWanted, due, lines, tappedAt, validFor
      case fulfillment = "fulfilment"
    }
  }

  /// The path of the user's orders.
  static let orders = "/v1/orders"

  static func path(of cart: CartKey) -> String { "/v1/carts/\(cart.id)" }

  static func request(
    _ change: CartChange, key: IdempotencyKey, tappedAt: Date?, in context: RequestContext
  ) throws(UnusableBody) -> HTTPRequest {
    let path = path(of: change.cart)
    var body = Body(operation: change.operation)
    var request: HTTPRequest
    switch change.edit {
    case .line(let edit):
      body.item = edit.raw?.line["item"] ?? JSONValue(edit.item)
      body.quantity = edit.quantity
      body.seen = edit.isRelative ? edit.base : nil
      request = HTTPRequest(.put(try .json(body)), "\(path)/lines", in: context)
    case .promo(let code, let isWanted):
      (body.code, body.isWanted) = (code, isWanted)
      request = HTTPRequest(.put(try .json(body)), "\(path)/promos", in: context)
    case .fulfillment(let fulfillment):
      body.fulfillment = fulfillment
      request = HTTPRequest(.put(try .json(body)), "\(path)/fulfilment", in: context)
    case .order(let order, _):
      body.due = order.totals?.due.minorUnits ?? 0
      body.lines = order.lines.filter { $0.kind == .chosen }.map { line in
        Body.Line(
          configuration: line.raw?["item"]?["configuration"] ?? JSONValue(line.item.configuration),
          quantity: line.raw?["quantity"] ?? .integer(Int64(line.quantity)))
      }
      if let tappedAt {
        body.tappedAt = Int(exactly: tappedAt.timeIntervalSince1970.rounded(.down))
        body.validFor = Int(CartLimits.orderValidity.components.seconds)
      }
      request = HTTPRequest(.post(try .json(body)), "\(path)/order", in: context)
    }
    request.idempotencyKey = key
    return request
  }
}
