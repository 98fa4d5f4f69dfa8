import Foundation
import Sandbox

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Another device of the same user, with a network without faults.
struct OtherDevice {
  /// The units of cheese on the pizza whose quantity this device changes.
  static let cheese = 7
  private let server: URL
  private var token = ""

  /// Signs the user of the apps in.
  init(signingInTo server: URL) async throws {
    self.server = server
    var request = request("/v1/auth/sessions")
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("\"\(UUID().uuidString)\"", forHTTPHeaderField: "Idempotency-Key")
    request.httpBody = Data(#"{"provider":"sandbox","token":"ann"}"#.utf8)
    token = try JSONDecoder().decode(Tokens.self, from: try await answer(to: request).body)
      .accessToken
  }

  /// Adds one pizza to a cart and returns whether the server has applied the change.
  func add(to cart: String) async throws -> Bool {
    guard
      let line = try await self.cart(cart)?.lines.first(where: {
        $0.item.configuration.modifiers.first?.count == Self.cheese
      })
    else { return false }
    let change = Change(
      operation: UUID().uuidString, item: line.item, quantity: line.quantity + 1,
      seen: line.quantity)
    var request = request("/v1/carts/\(cart)/lines")
    request.httpMethod = "PUT"
    request.setValue("\"\(change.operation)\"", forHTTPHeaderField: "Idempotency-Key")
    request.httpBody = try JSONEncoder().encode(change)
    return try await answer(to: request).status == 200
  }

  /// Returns the server's cart, or `nil` if it is closed or unknown.
  func cart(_ id: String) async throws -> CartView? {
    let (status, body) = try await answer(to: request("/v1/carts/\(id)"))
    return status == 200 ? try JSONDecoder().decode(CartView.self, from: body) : nil
  }

  /// Returns a request without faults.
  func request(_ path: String) -> URLRequest {
    var request = URLRequest(url: server.appending(path: path))
    request.allHTTPHeaderFields = [
      "Country-Code": "KZ", "City-Id": "1526384", "Accept-Language": "en",
      // The header replaces the random faults.
      "Sandbox-Fault": "delay=0",
    ]
    if !token.isEmpty { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return request
  }

  /// Sends a request and returns the response.
  func answer(to request: URLRequest) async throws -> (status: Int, body: Data) {
    let (body, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, body)
  }

  private struct Tokens: Decodable {
    let accessToken: String
  }

  private struct Change: Encodable {
    let operation: String
    let item: CartView.Item
    let quantity: Int
    let seen: Int
  }
}
