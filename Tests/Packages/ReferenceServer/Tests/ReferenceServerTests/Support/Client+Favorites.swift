import OpenAPIChecker

extension Client {
  /// Returns the favorites.
  func favorites() async throws -> Favorites {
    try await send("GET", "/v1/favorites", Self.city).json(as: Favorites.self)
  }

  /// Sends a change of a favorite under a key.
  func edit(
    _ product: String, _ edit: FavoriteEdit = .add, key: String, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await change("PUT", "/v1/favorites/\(product)", key: key, body: edit.rawValue, headers)
  }

  /// Returns the applied changes of favorites in order.
  func applied() async throws -> [AppliedEdit] {
    try await send("GET", "/admin/favorites").json(as: [String: [AppliedEdit]].self)["applied"]
      ?? []
  }
}

/// A change of a favorite in the wire format.
enum FavoriteEdit: String {
  case add = #"{"add":{}}"#
  case remove = #"{"remove":{}}"#
  case moveToFront = #"{"move":{}}"#
  case invalid = "[]"
}

/// The favorites in the wire format.
struct Favorites: Decodable, Equatable {
  let revision: Int
  let products: [String]
}

/// An applied change of favorites.
struct AppliedEdit: Decodable, Hashable {
  let key, product, kind: String
}
