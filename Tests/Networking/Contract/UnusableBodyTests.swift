import Foundation
import Networking
import Testing

/// Decoding a body as JSON.
@Suite struct UnusableBodyTests {
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

  @Test(arguments: [
    // Brackets in strings do not count, and a backslash that is escaped does not hide their end.
    (#"["[[[["]"#, 1), (#"["{\"[[["]"#, 1), (#"["\\\"[[["]"#, 1), (#"{"[[[":"{{{"}"#, 1),
    (#"["\\",[[1]]]"#, 3), ("[[],[],[],[[]]]", 3), ("[{},{}]", 2), (#"[{"a":[]}]"#, 3),
  ])
  func `A body may have 64 levels`(text: String, depth: Int) throws {
    let rest = 64 - depth
    _ = try decode(nested(rest, text))
    let error = #expect(throws: UnusableBody.self) { try decode(nested(rest + 1, text)) }
    #expect(error?.reason == "nested deeper than 64 levels")
  }

  @Test func `Many adjacent values are not deep, and many brackets are rejected at once`() throws {
    _ = try decode("[" + String(repeating: "[],", count: 20_000) + "[]]")
    for text in [
      String(repeating: "[", count: 1_000_000), nested(0, String(repeating: "]", count: 1_000)),
      String(repeating: "]", count: 1_000) + nested(300, "[]"),
    ] { #expect(throws: UnusableBody.self) { try decode(text) } }
  }

  /// Decodes any JSON without looking at it.
  private func decode(_ text: String) throws(UnusableBody) {
    struct Anything: Decodable {
      init(from decoder: any Decoder) throws {}
    }
    _ = try HTTPResponse(status: 200, body: Data(text.utf8)).json(Anything.self)
  }

  private func nested(_ depth: Int, _ text: String) -> String {
    String(repeating: "[", count: depth) + text + String(repeating: "]", count: depth)
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
