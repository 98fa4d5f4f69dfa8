import Networking

/// The requests that send changes of a cart.
enum CartRequest {
  /// The body of a request; fields that the change does not need are `nil`.
  private struct Body: Encodable {
    let operation: String
    var item: CartItem?
    var quantity: Int?
    /// The quantity that the user saw before adding units; `nil` for a change that is not an addition.
    ///
    /// The server does not apply the change if the line has another quantity by now.
    var seen: Int?
    var code: String?
    var isWanted: Bool?
    var fulfillment: CartFulfillment?
    var due: Int64?
    var lines: [OrderContent.Line]?

    private enum CodingKeys: String, CodingKey {
      case operation, item, quantity, seen, code, isWanted, due, lines
      case fulfillment = "fulfilment"
    }
  }

  /// The path of the user's orders.
  static let orders = "/v1/orders"

  static func path(of cart: String) -> String { "/v1/carts/\(cart)" }

  static func request(
    _ change: CartChange, key: IdempotencyKey, in context: RequestContext
  ) throws(UnusableBody) -> HTTPRequest {
    let path = path(of: change.cart)
    let operation = change.operation
    var request: HTTPRequest
    switch change.edit {
    case .line(let edit):
      let body = Body(
        operation: operation, item: edit.item, quantity: edit.quantity,
        seen: edit.isAddition ? edit.base : nil)
      request = HTTPRequest(.put(try .json(body)), "\(path)/lines", in: context)
    case .promo(let code, let isWanted):
      let body = Body(operation: operation, code: code, isWanted: isWanted)
      request = HTTPRequest(.put(try .json(body)), "\(path)/promos", in: context)
    case .fulfillment(let fulfillment):
      let body = Body(operation: operation, fulfillment: fulfillment)
      request = HTTPRequest(.put(try .json(body)), "\(path)/fulfilment", in: context)
    case .order(let edit):
      let body = Body(operation: operation, due: edit.due, lines: edit.lines)
      request = HTTPRequest(.post(try .json(body)), "\(path)/order", in: context)
    }
    request.idempotencyKey = key
    return request
  }
}
