import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite("Requests")
struct HTTPRequestTests {
  private struct Line: Codable {
    var product = "margherita"
    var count = 2
    var price: Double = 450
    var photo = "a/b"
  }

  @Test func `Equal values have equal bytes with sorted keys`() throws {
    let body = try HTTPRequest.Body.json(Line())

    let text = #"{"count":2,"photo":"a/b","price":450,"product":"margherita"}"#
    #expect(body == HTTPRequest.Body(Data(text.utf8), .json))
  }

  @Test func `Requests that differ in any property are unequal`() throws {
    let plain = HTTPRequest(.get, "/v1/menu", in: .almaty)
    var conditional = plain
    conditional.precondition = .hasChanged(since: try #require(ETag(rawValue: #""5""#)))
    var keyed = plain
    keyed.idempotencyKey = IdempotencyKey(rawValue: "1")
    var limited = plain
    limited.sizeLimit = 5
    let others = [
      conditional, keyed, limited, .withoutCity(.get, "/v1/menu"),
      HTTPRequest(.delete, "/v1/menu", in: .almaty), HTTPRequest(.get, "/v1/menu", in: .belgrade),
      HTTPRequest(.put(try .json(Line())), "/v1/menu", in: .almaty),
      HTTPRequest(.get, "/v1/menu", query: ["a": "b"], in: .almaty),
    ]

    #expect(Set(others + [plain]).count == others.count + 1)
    #expect(plain == HTTPRequest(.get, "/v1/menu", in: .almaty))
  }

  @Test(arguments: [Double.nan, .infinity])
  func `A value that JSON cannot represent is rejected`(_ price: Double) {
    #expect(throws: UnusableBody.self) { try HTTPRequest.Body.json(Line(price: price)) }
  }
}
