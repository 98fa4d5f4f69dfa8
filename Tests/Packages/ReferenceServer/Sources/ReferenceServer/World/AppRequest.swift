import Commerce
import Foundation
@_spi(SettledCity) import Networking

/// A request to a server model, in the form stored in the event log.
struct AppRequest: Codable, Sendable {
  let method: String
  let path: String
  let query: [String: String]
  let country: String
  /// The city; `nil` if the request names none.
  let city: CityID?
  let language: String
  /// The access token; `nil` for a request of a guest.
  var token: String?
  /// The idempotency key, the same for all attempts; `nil` for a read.
  var key: String?
  /// The content type of the body.
  var type: String?
  var body = Data()

  /// The service that answers: the first part of the path after the version.
  var service: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The request in the form of the module `Networking`; `nil` if the request is invalid.
  var asked: HTTPRequest? {
    guard var request = unauthorized else { return nil }
    // A header that is no token is not that of a guest.
    if let token { request.authorization = AccessToken(token) ?? AccessToken("malformed") }
    guard let key else { return request }
    request.idempotencyKey = IdempotencyKey(rawValue: key)
    return request.idempotencyKey == nil ? nil : request
  }

  private var unauthorized: HTTPRequest? {
    guard let method = key == nil ? .get : change else { return nil }
    guard let city else { return .withoutCity(method, path, query: query) }
    return RequestContext(country: country, city: city, language: language)
      .map { HTTPRequest(method, path, query: query, in: $0) }
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
