import Foundation
import Networking
import Testing

@Suite("Decoding a body as JSON")
struct UnusableBodyTests {
  private struct Order: Codable, Equatable {
    struct Item: Codable, Equatable {
      let price: Int
    }
    let items: [Item]
  }

  private func read(_ text: String) throws(UnusableBody) -> Order {
    try HTTPResponse(status: 200, body: Data(text.utf8)).json(Order.self)
  }

  @Test func `A body of the right shape is decoded, for every status`() throws {
    let answer = HTTPResponse(status: 500, body: Data(#"{"items":[{"price":5}]}"#.utf8))

    #expect(try answer.json(Order.self) == Order(items: [Order.Item(price: 5)]))
  }

  @Test(arguments: [
    (#"{"items":[{"price":5},{}]}"#, "items.[1].price: missing"),
    (#"{"items":[{"price":"5"}]}"#, "items.[0].price: "),
    (#"{"items":[{"price":null}]}"#, "items.[0].price: "),
    (#"{}"#, "items: missing"),
    (#"[]"#, "body: "),
    (#"null"#, "body: "),
    ("", "body: "),
    ("{", "body: "),
  ])
  func `The reason contains the coding path`(_ text: String, place: String) {
    let error = #expect(throws: UnusableBody.self) { try read(text) }

    #expect(error?.reason.hasPrefix(place) == true)
    #expect(error?.reason.contains("\n") == false)
  }

  @Test func `Text after the value is an error`() {
    #expect(throws: UnusableBody.self) { try read(#"{"items":[]}{}"#) }
  }

  @Test func `A depth of 64 levels is decoded, and 65 is rejected before decoding`() throws {
    indirect enum Nest: Decodable {
      case nest([Nest])
      init(from decoder: any Decoder) throws {
        self = .nest(try decoder.singleValueContainer().decode([Nest].self))
      }
    }
    func answer(_ depth: Int) -> HTTPResponse {
      let text =
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return HTTPResponse(status: 200, body: Data(text.utf8))
    }

    _ = try answer(64).json(Nest.self)
    #expect(throws: UnusableBody.self) { try answer(65).json(Nest.self) }
    let error = #expect(throws: UnusableBody.self) { try answer(1_000_000).json(Nest.self) }
    #expect(error?.reason == "nested deeper than 64 levels")
  }

  @Test(arguments: [
    String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
  ])
  func `Other text encodings are rejected, because the depth scan would misread them`(
    _ encoding: String.Encoding
  ) throws {
    // In UTF-16, the character ∀ contains a byte that is a quotation mark in UTF-8.
    let text = #"{"∀":"# + String(repeating: "[", count: 300)
    let body = try #require(text.data(using: encoding))

    let error = #expect(throws: UnusableBody.self) {
      try HTTPResponse(status: 200, body: body).json(Order.self)
    }

    #expect(error?.reason == "not UTF-8")
  }
}
