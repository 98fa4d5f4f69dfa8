import Networking

/// The requests that send changes of a cart.
enum CartRequest {
  struct Line: Encodable {
    let operation: String
    let item: CartItem
    let quantity: Int
    /// The quantity that the user saw before adding units; `nil` for a change that is not an addition.
    ///
    /// The server does not apply the change if the line has another quantity by now.
    let seen: Int?
  }

  struct Promo: Encodable {
    let operation: String
    let code: String
    let isWanted: Bool
  }

  struct Fulfillment: Encodable {
    let operation: String
    let fulfillment: CartFulfillment

    private enum CodingKeys: String, CodingKey {
      case operation
      case fulfillment = "fulfilment"
    }
  }

  struct Order: Encodable {
    let operation: String
    let due: Int64
    let lines: [OrderContent.Line]
  }

  /// The path of the user's orders.
  static let orders = "/v1/orders"

  static func path(of cart: String) -> String { "/v1/carts/\(cart)" }

  static func request(
    _ change: CartChange, key: String, in context: RequestContext
  ) throws(UnusableBody) -> HTTPRequest {
    let path = path(of: change.cart)
    let operation = change.operation
    var request: HTTPRequest
    switch change.edit {
    case .line(let edit):
      let body = Line(
        operation: operation, item: edit.item, quantity: edit.quantity,
        seen: edit.isAddition ? edit.base : nil)
      request = HTTPRequest(.put(try .json(body)), "\(path)/lines", in: context)
    case .promo(let code, let isWanted):
      let body = Promo(operation: operation, code: code, isWanted: isWanted)
      request = HTTPRequest(.put(try .json(body)), "\(path)/promos", in: context)
    case .fulfillment(let fulfillment):
      let body = Fulfillment(operation: operation, fulfillment: fulfillment)
      request = HTTPRequest(.put(try .json(body)), "\(path)/fulfilment", in: context)
    case .order(let edit):
      let body = Order(operation: operation, due: edit.due, lines: edit.lines)
      request = HTTPRequest(.post(try .json(body)), "\(path)/order", in: context)
    }
    request.idempotencyKey = IdempotencyKey(rawValue: key)
    return request
  }
}
