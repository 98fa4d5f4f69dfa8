import Foundation
@_spi(SettledCity) import Networking
import OrderRatingServerModel

/// What is asked about the review of an order, as it came and as it is kept.
struct ReviewRequest: Codable, Sendable {
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
    guard let key = IdempotencyKey(rawValue: key),
      let kind = HTTPRequest.Body.Kind(rawValue: type ?? "application/json")
    else { return nil }
    var request = HTTPRequest(.put(HTTPRequest.Body(body, kind)), path, in: context)
    request.idempotencyKey = key
    return request
  }
}

/// Something that changes what the server has of orders and their reviews.
enum ReviewEvent: Codable, Sendable {
  /// A change that came so many seconds after 1970: the same change is another one later.
  case change(ReviewRequest, at: Int)
  /// An order can be rated, and how.
  case order(String, ReviewServerModel.Order)
}
