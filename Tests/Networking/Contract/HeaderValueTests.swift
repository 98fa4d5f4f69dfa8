import Foundation
import Networking
import Testing

@Suite struct HeaderValueTests {
  static let hostile = ["\r\nCookie: a", "\n", "\r", "\0", "\u{1B}", "\t", "\u{7F}", "é", "\u{85}"]

  @Test(arguments: hostile)
  func `An ETag cannot contain a line break`(_ text: String) {
    #expect(ETag(rawValue: text) == nil)
    #expect(ETag(rawValue: "\"\(text)\"") == nil)
    #expect(ETag(rawValue: "\"a\"\(text)") == nil)
    #expect(ETag(rawValue: "W/\"a\(text)b\"") == nil)
  }

  @Test(arguments: hostile + ["\"", "\\", " ", "a b"])
  func `An idempotency key cannot contain a line break`(_ text: String) {
    #expect(IdempotencyKey(rawValue: text) == nil)
    #expect(IdempotencyKey(rawValue: "a\(text)b") == nil)
  }

  @Test(arguments: hostile)
  func `Neither can be decoded with a line break`(_ text: String) throws {
    let kept = try JSONEncoder().encode(["\"a\(text)b\""])

    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ETag].self, from: kept) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([IdempotencyKey].self, from: kept)
    }
  }

  @Test(arguments: [#""""#, #""5""#, #"W/"5""#, #""a/b=c!W/""#, #""\""#, #""!""#, #""~""#])
  func `An ETag is quoted, as servers write it`(_ text: String) throws {
    let etag = try #require(ETag(rawValue: text))

    #expect(etag.rawValue == text)
    #expect(try JSONDecoder().decode([ETag].self, from: JSONEncoder().encode([etag])) == [etag])
  }

  @Test(arguments: ["", "5", "\"", "\"5", "5\"", "\" \"", "W/", "W/\"", "w/\"5\"", "*"])
  func `A text without quotation marks is not an ETag`(_ text: String) {
    #expect(ETag(rawValue: text) == nil)
  }

  @Test func `An idempotency key has 1 to 255 letters, digits and marks`() throws {
    let longest = String(repeating: "k", count: 255)
    for text in ["1", "6F9619FF-8B86-D011-B42D-00C04FC964FF", "cart:7_add.1", longest] {
      let key = try #require(IdempotencyKey(rawValue: text))
      #expect(
        try JSONDecoder().decode([IdempotencyKey].self, from: JSONEncoder().encode([key])) == [key])
    }
    #expect(IdempotencyKey(rawValue: "") == nil)
    #expect(IdempotencyKey(rawValue: longest + "k") == nil)
  }

  @Test(arguments: [
    ("id-1", "id-1"), ("a b", "a:20b"), ("é\n", ":c3:a9:0a"), ("", "-"),
    (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
    // The key of a change, and a number, are known from a long id between them.
    (
      "key-1-\(String(repeating: "é", count: 50))-2",
      "key-1-\(String(String(repeating: ":c3:a9", count: 50).prefix(194)))"
        + String("\(String(repeating: ":c3:a9", count: 50))-2".suffix(55))
    ),
  ])
  func `A key can be made of any text in the code`(text: String, key: String) {
    #expect(IdempotencyKey(stringLiteral: text).rawValue == key)
    #expect(IdempotencyKey(rawValue: key) == "\(text)")
  }
}
