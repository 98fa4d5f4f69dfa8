import Foundation
@_spi(SettledCity) import Networking

/// A request to a server model, in the form stored in the event log.
struct AppRequest: Codable, Sendable {
  let method: String
  let path: String
  let query: [String: String]
  let country: String
  let city: CityID
  let language: String
  /// The idempotency key, the same for all attempts; `nil` for a read.
  var key: String?
  /// The content type of the body.
  var type: String?
  var body = Data()

  /// The request in the form of the module `Networking`; `nil` if the request is invalid.
  var asked: HTTPRequest? {
    guard let context = RequestContext(country: country, city: city, language: language) else {
      return nil
    }
    guard let key else { return HTTPRequest(.get, path, query: query, in: context) }
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
