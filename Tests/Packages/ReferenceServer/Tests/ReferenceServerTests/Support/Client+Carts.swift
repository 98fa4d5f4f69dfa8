import Foundation
import OpenAPIChecker
import Sandbox

extension Client {
  /// The headers by which each request names its city.
  static let city = ["Country-Code": "KZ", "City-Id": "1526384", "Accept-Language": "en"]

  /// Fetches a cart.
  func cart(_ id: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/carts/\(id)", headers.merging(Self.city) { $1 })
  }

  /// Sends a change of a cart under a key.
  func change(
    _ what: String, of cart: String, key: String, _ body: String, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      what == "order" ? "POST" : "PUT", "/v1/carts/\(cart)/\(what)",
      headers.merging(Self.city) { $1 }.merging(["Idempotency-Key": "\"\(key)\""]) { $1 },
      body: body)
  }

  /// Sets the quantity of a product; the operation defaults to the key.
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

  /// Orders a quantity of cola for an amount due.
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

  /// Returns the orders in the sequence of placing.
  func orders() async throws -> [CartServerModel.Order] {
    try await send("GET", "/admin/orders").json(as: [String: [CartServerModel.Order]].self)[
      "orders"] ?? []
  }

  private static func item(_ product: String) -> String {
    "{\"product\":\"\(product)\",\"modifiers\":[],\"removed\":[],\"parts\":[]}"
  }
}
