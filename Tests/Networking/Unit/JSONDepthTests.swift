import Foundation
import Testing

@testable import Networking

@Suite("The depth of JSON text")
struct JSONDepthTests {
  @Test(arguments: ["[]", "{}"])
  func `A depth of 64 levels is within the limit, and 65 is not`(_ brackets: String) {
    #expect(JSONDepth.isWithin(64, nested(64, brackets)))
    #expect(!JSONDepth.isWithin(64, nested(65, brackets)))
  }

  @Test func `A million brackets are rejected without recursion`() {
    #expect(!JSONDepth.isWithin(64, Data(repeating: UInt8(ascii: "["), count: 1_000_000)))
  }

  @Test func `A million adjacent values are not deep`() {
    let wide = "[" + String(repeating: "[],", count: 1_000_000) + "[]]"
    #expect(JSONDepth.isWithin(2, Data(wide.utf8)))
  }

  @Test(arguments: [#"["[[[["]"#, #"["{\"[[["]"#, #"["\\\"[[["]"#, #"{"[[[":"{{{"}"#])
  func `Brackets in strings do not count`(_ json: String) {
    #expect(JSONDepth.isWithin(1, Data(json.utf8)))
  }

  @Test func `An escaped backslash does not hide the end of a string`() {
    #expect(!JSONDepth.isWithin(2, Data(#"["\\",[[1]]]"#.utf8)))
  }

  @Test func `Empty bytes and bytes that are not text have no depth`() {
    #expect(JSONDepth.isWithin(0, Data()))
    #expect(JSONDepth.isWithin(0, Data([0xFF, 0xFE, 0x00])))
  }

  @Test func `Unmatched closing brackets do not hide later depth`() {
    let answer = HTTPResponse(
      status: 200, body: Data(repeating: UInt8(ascii: "]"), count: 1000) + nested(300, "[]"))

    #expect(throws: UnusableBody.self) { try answer.json([Int].self) }
  }

  @Test func `Adjacent values do not hide the depth of a later one`() {
    #expect(!JSONDepth.isWithin(2, Data("[[],[],[],[[]]]".utf8)))
  }

  private func nested(_ depth: Int, _ brackets: String) -> Data {
    Data(
      (Array(repeating: brackets.prefix(1), count: depth)
        + Array(repeating: brackets.suffix(1), count: depth)).joined().utf8)
  }
}
