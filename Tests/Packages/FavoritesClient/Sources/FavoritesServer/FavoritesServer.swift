import Foundation
public import Networking

/// The server of favorites, which applies each idempotency key once.
public struct FavoritesServer: Sendable {
  /// A change that was applied, for the comparison in a test.
  public struct AppliedEdit: Codable, Sendable, Equatable {
    /// The idempotency key.
    public let key: String
    /// The product.
    public let product: String
    /// `add`, `remove` or `move`.
    public let kind: String
  }

  private struct Edit: Decodable {
    struct Move: Decodable { let behind: String? }
    struct None: Decodable {}
    let add: None?
    let remove: None?
    let move: Move?

    var kind: String { add != nil ? "add" : move != nil ? "move" : "remove" }
  }

  private struct Answered: Sendable {
    let path: String
    let body: Data
    let response: HTTPResponse
  }

  /// The products in the user's order; a test changes them as another device does.
  public var products: [String] = [] { didSet { revision += 1 } }
  /// The applied changes, each once and in order.
  public private(set) var applied: [AppliedEdit] = []
  private var revision = 1
  private var answers: [String: Answered] = [:]

  /// Creates a server without favorites; `ghost` is a product that it does not know.
  public init() {}

  /// Returns whether a change under this key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers[key] != nil }

  /// Applies a request and returns the response.
  ///
  /// A repeated key gets the first response again, or 422 if the content differs.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard case .put(let body) = request.method else { return list }
    guard let key = request.idempotencyKey?.rawValue else {
      return HTTPResponse(problem: "keyMissing", status: 400, reason: "a change has a key")
    }
    if let known = answers[key] {
      guard known.path == request.path, known.body == body.bytes else {
        return HTTPResponse(
          problem: "keyReused", status: 422, reason: "another change had this key")
      }
      return known.response
    }
    let product = String(request.path.split(separator: "/").last ?? "")
    let response = apply(body.bytes, to: product, key: key)
    answers[key] = Answered(path: request.path, body: body.bytes, response: response)
    return response
  }

  private var list: HTTPResponse {
    let names = products.map { "\"\($0)\"" }.joined(separator: ",")
    return HTTPResponse(
      status: 200, body: Data("{\"revision\":\(revision),\"products\":[\(names)]}".utf8),
      etag: ETag(rawValue: "\"\(revision)\""))
  }

  private mutating func apply(_ body: Data, to product: String, key: String) -> HTTPResponse {
    guard product != "ghost" else {
      return HTTPResponse(problem: "unknownProduct", status: 404, reason: "there is no ghost")
    }
    let edit: Edit
    do { edit = try JSONDecoder().decode(Edit.self, from: body) } catch {
      return HTTPResponse(problem: "badRequest", status: 400, reason: "\(error)")
    }
    applied.append(AppliedEdit(key: key, product: product, kind: edit.kind))
    var next = products
    if edit.add != nil {
      if !next.contains(product) { next.append(product) }
    } else {
      next.removeAll { $0 == product }
      if let move = edit.move {
        let index = move.behind.map { next.firstIndex(of: $0).map { $0 + 1 } ?? next.count }
        next.insert(product, at: index ?? 0)
      }
    }
    if next != products { products = next }
    return list
  }
}
