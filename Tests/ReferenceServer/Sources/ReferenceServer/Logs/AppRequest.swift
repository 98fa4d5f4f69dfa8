import Foundation
@_spi(SettledCity) import Networking

/// What an app asks of a server's model, as it came and as it is kept.
struct AppRequest: Codable, Sendable {
  let method: String
  let path: String
  let country: String
  let city: Int
  let language: String
  /// Marks all attempts at one change; `nil` when something is only read.
  var key: String?
  /// What the body is said to be.
  var type: String?
  var body = Data()

  /// The request as an app makes it; `nil` when no app could have.
  var asked: HTTPRequest? {
    guard let context = RequestContext(country: country, city: city, language: language) else {
      return nil
    }
    guard let key else { return HTTPRequest(.get, path, in: context) }
    guard let key = IdempotencyKey(rawValue: key), let change else { return nil }
    var request = HTTPRequest(change, path, in: context)
    request.idempotencyKey = key
    return request
  }

  private var change: HTTPRequest.Method? {
    guard let kind = HTTPRequest.Body.Kind(rawValue: type ?? "application/json") else { return nil }
    let content = HTTPRequest.Body(body, kind)
    return switch method {
    case "POST": .post(content)
    case "PATCH": .patch(content)
    case "PUT": .put(content)
    case "DELETE": .delete
    default: nil
    }
  }
}
