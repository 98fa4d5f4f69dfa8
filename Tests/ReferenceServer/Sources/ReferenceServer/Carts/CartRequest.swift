import Foundation
@_spi(SettledCity) import Networking

/// What is asked of a cart, as it came and as it is kept.
struct CartRequest: Codable, Sendable {
  let path: String
  let country: String
  let city: Int
  let language: String
  /// Marks all attempts at one change; `nil` when the cart is only read.
  var key: String?
  var body = Data()

  /// The request as an app makes it; `nil` when no app could have.
  var asked: HTTPRequest? {
    guard let context = RequestContext(country: country, city: city, language: language) else {
      return nil
    }
    guard let key else { return HTTPRequest(.get, path, in: context) }
    guard let key = IdempotencyKey(rawValue: key) else { return nil }
    var request = HTTPRequest(.put(HTTPRequest.Body(body, .json)), path, in: context)
    request.idempotencyKey = key
    return request
  }
}

/// Something that changes carts.
enum CartEvent: Codable, Sendable {
  case change(CartRequest)
  /// What has no price is not sold any more.
  case prices([String: Int64?])
}
