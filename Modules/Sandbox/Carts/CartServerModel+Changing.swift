import Foundation
import Networking

extension CartServerModel {
  private struct LineBody: Decodable {
    let operation: String
    let item: CartView.Item
    let quantity: Int
    let seen: Int?
  }

  private struct PromoBody: Decodable {
    let operation, code: String
    let isWanted: Bool
  }

  private struct FulfillmentBody: Decodable {
    let operation: String
    let fulfilment: CartView.Fulfillment
  }

  private struct OrderBody: Decodable {
    struct Line: Decodable, Hashable {
      let configuration: CartView.Configuration
      let quantity: Int
    }

    let operation: String
    let due: Int64
    /// The lines that the user saw when ordering.
    let lines: [Line]
    /// The server's time of the user's tap, in seconds since 1970.
    let tappedAt: Int?
    /// The seconds after the tap in which the order may be placed.
    let validFor: Int?
  }

  /// Applies a change to a cart, and returns the response.
  ///
  /// The body contains the id of the operation. If an operation with this id was applied before,
  /// the cart stays unchanged.
  ///
  /// - Parameters:
  ///   - id: The cart's id. An unknown id begins a new cart.
  ///   - what: The last part of the path, which names what changes: `lines`, `promos`, `fulfilment`
  ///     or `order`.
  ///   - body: The JSON body of the request.
  ///   - city: The id of the city in the request.
  /// - Returns: The response with the changed cart or the placed order, or the reason for a
  ///   rejection.
  /// - Throws: `DecodingError` if the body is invalid.
  mutating func change(
    _ id: String, _ what: String, _ body: Data, in city: Int
  ) throws -> HTTPResponse {
    let decoder = JSONDecoder()
    var cart = carts[id] ?? StoredCart(id: id, city: city)
    if what == "order" { return order(cart, try decoder.decode(OrderBody.self, from: body)) }
    guard !cart.isClosed else { return .closed }
    guard cart.city == city else {
      return .refused(422, "otherCity", "the cart is in another city")
    }
    let operation: String
    switch what {
    case "lines":
      let body = try decoder.decode(LineBody.self, from: body)
      operation = body.operation
      if cart.operations.contains(operation) { break }
      if let refusal = set(body, in: &cart) { return refusal }
    case "promos":
      let body = try decoder.decode(PromoBody.self, from: body)
      operation = body.operation
      if cart.operations.contains(operation) { break }
      guard body.code.utf8.count <= 64, cart.promos.count < 10 || !body.isWanted else {
        return .refused(422, "tooMany", "too many promo codes")
      }
      cart.promos.removeAll { $0 == body.code }
      if body.isWanted { cart.promos.append(body.code) }
    case "fulfilment":
      let body = try decoder.decode(FulfillmentBody.self, from: body)
      operation = body.operation
      if cart.operations.contains(operation) { break }
      cart.fulfilment = body.fulfilment
    default: return .status(404)
    }
    if cart.operations.insert(operation).inserted { cart.changes += 1 }
    carts[id] = cart
    return .json(view(cart))
  }

  private func set(_ body: LineBody, in cart: inout StoredCart) -> HTTPResponse? {
    let index = cart.lines.firstIndex { $0.item.configuration == body.item.configuration }
    let present = index.map { cart.lines[$0].quantity } ?? 0
    if let seen = body.seen, seen != present {
      return .json(CartConflict(cart: view(cart)), status: 412)
    }
    guard body.item.city == cart.city else {
      return .refused(422, "otherCity", "the item is from another city")
    }
    guard (0...rules.quantity).contains(body.quantity) else {
      return .refused(422, "tooMany", "the limit is \(rules.quantity) of one item")
    }
    guard body.quantity > 0 else {
      if let index { cart.lines.remove(at: index) }
      return nil
    }
    guard index != nil || cart.lines.count < rules.lines else {
      return .refused(422, "tooMany", "the limit is \(rules.lines) lines")
    }
    let isSold =
      unitPrice(of: body.item.configuration, in: cart) != nil
      && !isSoldOut(body.item.configuration, in: cart)
    guard isSold || body.quantity <= present else {
      return .refused(422, "soldOut", "\(body.item.name) is sold out")
    }
    if let index {
      cart.lines[index].quantity = body.quantity
      cart.lines[index].item = body.item
    } else {
      cart.lines.append(StoredCart.Line(item: body.item, quantity: body.quantity))
    }
    return nil
  }

  private mutating func order(_ cart: StoredCart, _ body: OrderBody) -> HTTPResponse {
    // A known operation has its answer, however old it is.
    if repeatsOrders, let order = orders[body.operation] { return Self.answer(order) }
    if let now, let tappedAt = body.tappedAt,
      tappedAt > now + 60 || now - tappedAt > body.validFor ?? 900
    {
      return .refused(422, "orderExpired", "the order was not sent in time")
    }
    guard !cart.isClosed else { return .closed }
    let view = view(cart)
    guard view.totals.due == body.due else {
      return .refused(412, "otherSum", "the amount due has changed")
    }
    let lines = cart.lines.map {
      OrderBody.Line(configuration: $0.item.configuration, quantity: $0.quantity)
    }
    guard Set(lines) == Set(body.lines) else {
      return .refused(412, "otherLines", "there is something else in the cart")
    }
    guard view.lines.allSatisfy({ $0.problems.isEmpty }), !view.lines.isEmpty,
      view.totals.items - view.totals.discount >= view.minimum
    else { return .refused(422, "notOrderable", "the cart cannot be ordered as it is") }
    let number = "N-\(orders.count + 1)"
    let order = Order(number: number, cart: view)
    orders[body.operation] = order
    carts[cart.id]?.isClosed = true
    return Self.answer(order)
  }

  private static func answer(_ order: Order) -> HTTPResponse {
    .json(["order": order.number, "number": order.number])
  }

  /// Creates an empty cart, as another app of the service would; an existing cart stays unchanged.
  public mutating func begin(_ id: String, in city: Int) {
    carts[id] = carts[id] ?? StoredCart(id: id, city: city)
  }

  /// Sets the quantity of an item as another device of the user would.
  ///
  /// A quantity of 0 removes the line. A closed or unknown cart stays unchanged.
  public mutating func setElsewhere(_ quantity: Int, of item: CartView.Item, in id: String) {
    guard var cart = carts[id], !cart.isClosed else { return }
    let index = cart.lines.firstIndex { $0.item.configuration == item.configuration }
    if let index { cart.lines.remove(at: index) }
    if quantity > 0 {
      cart.lines.insert(
        StoredCart.Line(item: item, quantity: quantity), at: index ?? cart.lines.count)
    }
    cart.changes += 1
    carts[id] = cart
  }
}

/// The JSON body of a 412 response to a change of a line's quantity.
///
/// The server sends it if the line's quantity is not the one that the app has seen. One JSON object
/// contains both the description of the problem and the current cart.
private struct CartConflict: Encodable {
  private enum CodingKeys: CodingKey {
    case type, status, code, reason
  }

  let cart: CartView

  func encode(to encoder: any Encoder) throws {
    try cart.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(ServiceProblem.type, forKey: .type)
    try members.encode(412, forKey: .status)
    try members.encode("otherQuantity", forKey: .code)
    try members.encode("there are others of it by now", forKey: .reason)
  }
}
