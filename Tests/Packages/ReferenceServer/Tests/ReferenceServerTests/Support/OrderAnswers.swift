import Foundation
import OpenAPIChecker
import Sandbox

extension Client {
  /// Places an order of six colas in a new cart, and returns its id.
  func placeOrder(cart: String) async throws -> String {
    _ = try await wish(6, in: cart, key: "\(cart)-add", seen: 0)
    let answer = try await order(6, for: 360_000, in: cart, key: "\(cart)-order")
    return try answer.json(as: [String: String].self)["order"] ?? ""
  }

  /// Returns the active orders, or another list.
  func orders(_ query: String = "", _ headers: [String: String] = [:]) async throws
    -> RecordedAnswer
  {
    try await send("GET", "/v1/orders\(query)", Self.city.merging(headers) { $1 })
  }

  /// Performs a step in the progress of an order.
  func step(_ step: String, of order: String) async throws -> RecordedAnswer {
    try await send("PUT", "/admin/orders/\(order)/step", body: "{\"step\":\"\(step)\"}")
  }
}

/// A list of orders, as far as the tests need it.
struct OrderAnswer: Decodable {
  struct Order: Decodable {
    let id: String
    let key: String?
    let status: String
    let revision: Int
  }

  let orders: [Order]
}

/// Returns at least one response of each kind about orders.
func orderAnswers(from client: Client) async throws -> [RecordedAnswer] {
  let first = try await client.placeOrder(cart: "described-1")
  let second = try await client.placeOrder(cart: "described-2")
  let path = "/v1/orders/\(first)"
  var answers = [
    try await client.orders(),
    try await client.orders("", ["If-None-Match": "*"]),
    try await client.orders("?state=finished"),
    try await client.orders("?state=finished&after=none"),
    try await client.orders("?key=described-1-order"),
    try await client.send("GET", "/v1/orders"),
    try await client.guest.orders(),
    try await client.send("GET", path, Client.city),
    try await client.send("GET", path),
    try await client.guest.send("GET", path, Client.city),
    try await client.send("GET", "/v1/orders/none", Client.city),
    try await client.send("PUT", "/admin/orders/\(first)/step", body: "{}"),
    try await client.step("advance", of: first),
    try await client.step("delay", of: first),
    try await client.step("finish", of: second),
    try await client.change("POST", "/v1/orders/\(second)/cancel", key: "late", body: "{}"),
    try await client.send("POST", path + "/cancel", Client.city, body: "{}"),
    try await client.guest.change("POST", path + "/cancel", key: "guest", body: "{}"),
    try await client.change("POST", "/v1/orders/none/cancel", key: "none", body: "{}"),
    try await client.change("POST", path + "/cancel", key: "cancel", body: "{}"),
    try await client.change("POST", "/v1/orders/none/cancel", key: "cancel", body: "{}"),
    try await client.events(1),
    try await client.guest.send("GET", "/v1/order-events", Client.city),
  ]
  for fault in ["401", "429", "500", "503", "503=2"] {
    let headers = ["Sandbox-Fault": fault]
    answers += [
      try await client.orders("", headers),
      try await client.send("GET", path, Client.city.merging(headers) { $1 }),
      try await client.change("POST", path + "/cancel", key: "fail", body: "{}", headers),
    ]
  }
  return answers
}
