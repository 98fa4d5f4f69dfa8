import Foundation
@_spi(SettledCity) import Networking

/// What is asked of the addresses, as it came and as it is kept.
struct AddressRequest: Codable, Sendable {
  let method: String
  let path: String
  let country: String
  let city: Int
  let language: String
  /// Marks all attempts at one change; `nil` when the addresses are only read.
  var key: String?
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
    switch method {
    case "POST": .post(HTTPRequest.Body(body, .json))
    case "PATCH": .patch(HTTPRequest.Body(body, .json))
    case "PUT": .put(HTTPRequest.Body(body, .json))
    case "DELETE": .delete
    default: nil
    }
  }
}

/// Something that changes addresses.
enum AddressEvent: Codable, Sendable {
  case change(AddressRequest)
  case rules(AddressRules)
}

/// Where nothing is brought any more.
struct AddressRules: Codable, Sendable {
  let closedCities: Set<Int>
  let farStreets: Set<String>
}
