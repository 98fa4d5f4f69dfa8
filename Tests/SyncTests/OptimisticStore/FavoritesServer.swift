import Foundation
import Networking
import SyncTestSupport

/// The server of favorites, which applies each key once.
struct FavoritesServer: DeviceServer {
  private struct Edit: Decodable {
    struct Move: Decodable { let behind: String? }
    struct None: Decodable {}
    let add: None?
    let remove: None?
    let move: Move?
  }

  static let isAskedFirst = true

  var products: [String] = [] { didSet { revision += 1 } }
  private(set) var revision = 0
  private var answers: [String: HTTPResponse] = [:]

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    if let key = request.idempotencyKey?.rawValue {
      let answer = answers[key] ?? apply(request)
      answers[key] = answer
      return answer
    }
    return list
  }

  private var list: HTTPResponse {
    let names = products.map { "\"\($0)\"" }.joined(separator: ",")
    return HTTPResponse(
      status: 200, body: Data("{\"revision\":\(revision),\"products\":[\(names)]}".utf8),
      etag: ETag(rawValue: "\"\(revision)\""))
  }

  private mutating func apply(_ request: HTTPRequest) -> HTTPResponse {
    let product = String(request.path.split(separator: "/").last ?? "")
    guard product != "ghost", let bytes = request.bytes else {
      return HTTPResponse(problem: "unknownProduct", status: 404)
    }
    let edit: Edit
    do { edit = try JSONDecoder().decode(Edit.self, from: bytes) } catch {
      return HTTPResponse(problem: "badRequest", status: 400, reason: "\(error)")
    }
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
