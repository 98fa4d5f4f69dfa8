import CartServerModel
import Foundation
import OpenAPIChecker

extension Client {
  /// A city, as an app in it says with every request.
  static let city = ["Country-Code": "KZ", "City-Id": "1526384", "Accept-Language": "en"]

  /// Asks for a cart.
  func cart(_ id: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/carts/\(id)", headers.merging(Self.city) { $1 })
  }

  /// Makes a change of a cart under a key.
  func change(
    _ what: String, of cart: String, key: String, _ body: String, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      what == "order" ? "POST" : "PUT", "/v1/carts/\(cart)/\(what)",
      headers.merging(Self.city) { $1 }.merging(["Idempotency-Key": "\"\(key)\""]) { $1 },
      body: body)
  }

  /// Says how many colas there are to be, as an operation that is called like its key or as it is told.
  func wish(
    _ quantity: Int, in cart: String, key: String, operation: String? = nil, seen: Int? = nil,
    of product: String = "cola"
  ) async throws -> RecordedAnswer {
    let more = seen.map { ",\"seen\":\($0)" } ?? ""
    return try await change(
      "lines", of: cart, key: key,
      """
      {"operation":"\(operation ?? key)","quantity":\(quantity)\(more),"item":{
        "city":1526384,"name":"\(product)","details":[],"revision":"1",
        "unitPrice":{"minorUnits":60000,"currency":"KZT"},"configuration":\(Self.item(product))}}
      """)
  }

  /// Orders so many colas for a sum.
  func order(
    _ quantity: Int, for due: Int, in cart: String, key: String
  ) async throws -> RecordedAnswer {
    try await change(
      "order", of: cart, key: key,
      """
      {"operation":"\(key)","due":\(due),"lines":[
        {"configuration":\(Self.item("cola")),"quantity":\(quantity)}]}
      """)
  }

  /// The orders that were placed, in order.
  func orders() async throws -> [CartServerModel.Order] {
    try await send("GET", "/admin/orders").json(as: [String: [CartServerModel.Order]].self)[
      "orders"] ?? []
  }

  private static func item(_ product: String) -> String {
    "{\"product\":\"\(product)\",\"modifiers\":[],\"removed\":[],\"parts\":[]}"
  }
}
