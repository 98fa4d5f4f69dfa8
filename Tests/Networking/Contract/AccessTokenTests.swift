import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite struct AccessTokenTests {
  private static let text = "eyJhbGciOiJIUzI1NiJ9.e30.Zm9v-_~+/=="

  @Test(arguments: [
    "a", text, "====x".replacing("====x", with: "x===="), String(repeating: "k", count: 8_192),
  ])
  func `A token of the service is accepted`(_ text: String) {
    #expect(AccessToken(text)?.unredacted == text)
  }

  @Test(
    arguments: HeaderValueTests.hostile + [
      "", " ", "=", "a b", "a,b", "a\"", "\\", "a=b", "٣", "ａ", "a\r\nCookie: b",
      String(repeating: "k", count: 8_193),
    ])
  func `A token cannot contain anything that breaks a header`(_ text: String) {
    #expect(AccessToken(text) == nil)
    #expect(AccessToken("a\(text)b=") == nil || text.isEmpty)
  }

  @Test func `No description, dump or mirror contains a token`() throws {
    let token = try #require(AccessToken(Self.text))
    var request = HTTPRequest(.get, "/v1/menu", in: .almaty)
    request.authorization = token
    let credential = Credential(token, expiresAt: Date(timeIntervalSince1970: 0))
    let values: [Any] = [
      token, request, credential, Authorization.credential(credential), [token], ["key": token],
      Optional(token) as Any,
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains(Self.text) && !text.contains("eyJ"), "\(type(of: value))")
      }
    }
  }
}
