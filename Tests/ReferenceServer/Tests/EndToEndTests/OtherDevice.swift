import CartServerModel
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Another device of the same user, whose network is never bad.
struct OtherDevice {
  /// The pizza that it adds to, by how much cheese is on it.
  static let cheese = 7
  private let server: URL

  init(_ server: URL) {
    self.server = server
  }

  /// Adds one to a cart; returns whether the server has taken it.
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

  /// The cart as the server has it, while it is open.
  func cart(_ id: String) async throws -> CartView? {
    let (status, body) = try await answer(to: request("/v1/carts/\(id)"))
    return status == 200 ? try JSONDecoder().decode(CartView.self, from: body) : nil
  }

  /// A request that nothing goes wrong with.
  func request(_ path: String) -> URLRequest {
    var request = URLRequest(url: server.appending(path: path))
    request.allHTTPHeaderFields = [
      "Country-Code": "KZ", "City-Id": "1526384", "Accept-Language": "en",
      // In the place of the faults that others meet.
      "Sandbox-Fault": "delay=0",
    ]
    return request
  }

  /// What the server answers.
  func answer(to request: URLRequest) async throws -> (status: Int, body: Data) {
    let (body, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, body)
  }

  private struct Change: Encodable {
    let operation: String
    let item: CartView.Item
    let quantity: Int
    let seen: Int
  }
}
