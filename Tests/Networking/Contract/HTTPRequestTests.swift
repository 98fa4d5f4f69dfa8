import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite struct HTTPRequestTests {
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

  @Test(arguments: [Double.nan, .infinity])
  func `A value that JSON cannot represent is rejected`(_ price: Double) {
    #expect(throws: UnusableBody.self) { try HTTPRequest.Body.json(Line(price: price)) }
  }
}
