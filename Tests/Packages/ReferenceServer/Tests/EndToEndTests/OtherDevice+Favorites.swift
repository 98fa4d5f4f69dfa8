import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension OtherDevice {
  /// Adds a product and returns whether the server has applied the change.
  func addFavorite(_ product: String) async throws -> Bool {
    var request = request("/v1/favorites/\(product)")
    request.httpMethod = "PUT"
    request.setValue("\"\(product)\"", forHTTPHeaderField: "Idempotency-Key")
    request.httpBody = Data(#"{"add":{}}"#.utf8)
    return try await answer(to: request).status == 200
  }

  /// Returns the products in the server's order.
  func favorites() async throws -> [String] {
    let (_, body) = try await answer(to: request("/v1/favorites"))
    return try JSONDecoder().decode(List.self, from: body).products
  }

  private struct List: Decodable {
    let products: [String]
  }
}
