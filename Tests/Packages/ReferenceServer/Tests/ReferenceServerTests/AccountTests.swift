import Foundation
import OpenAPIChecker
import Sandbox
import ServerProcess
import Testing

@Suite("Accounts")
struct AccountTests {
  private static let phone = "+77710009998"

  @Test func `A renewed token replaces the old one, whose use by another request ends the session`()
    async throws
  {
    try await withServer { client in
      let first = try await client.signIn(Self.phone, key: "in")
      #expect(try await client.profile(token: first.accessToken).status == 200)
      let second = try await client.refresh(first.refreshToken, key: "a").json(as: Tokens.self)
      #expect(try await client.profile(token: first.accessToken).status == 401)
      #expect(try await client.profile(token: second.accessToken).status == 200)

      // The answer was lost: it is repeated until the new refresh token has been used.
      #expect(
        try await client.refresh(first.refreshToken, key: "a").json(as: Tokens.self) == second)
      let third = try await client.refresh(second.refreshToken, key: "b").json(as: Tokens.self)
      #expect(try await client.refresh(first.refreshToken, key: "a").status == 409)
      #expect(try await client.profile(token: third.accessToken).status == 200)

      let reused = try await client.refresh(first.refreshToken, key: "thief")
      #expect(try reused.json(as: Refusal.self) == Refusal(status: 401, code: "refreshTokenReused"))
      #expect(try await client.profile(token: third.accessToken).status == 401)
      #expect(try await client.refresh(third.refreshToken, key: "c").status == 401)
    }
  }

  @Test func `An expired access token is refused, and its session is renewed`() async throws {
    try await withServer { client in
      let tokens = try await client.signIn(Self.phone, key: "in")
      try await client.end("expired", of: tokens.account)
      let refused = try await client.profile(token: tokens.accessToken)
      #expect(try refused.json(as: Refusal.self) == Refusal(status: 401, code: "signedOut"))
      #expect(refused.headers["www-authenticate"] == "Bearer")
      #expect(try await client.refresh(tokens.refreshToken, key: "a").status == 200)
      try await client.end("revoked", of: tokens.account)
      let ended = try await client.refresh(tokens.refreshToken, key: "b")
      #expect(try ended.json(as: Refusal.self) == Refusal(status: 401, code: "sessionEnded"))
    }
  }

  @Test func `A signed-out session is over, and another one of the account is not`() async throws {
    try await withServer { client in
      let phone = try await client.signIn(Self.phone, key: "phone")
      let tablet = try await client.another("ann")
      let body = #"{"refreshToken":"\#(phone.refreshToken)"}"#
      for key in ["a", "b"] {
        #expect(try await client.auth("sign-out", key: key, body).status == 204)
      }
      #expect(try await client.profile(token: phone.accessToken).status == 401)
      #expect(try await client.profile().status == 200)
      #expect(try await tablet.profile().status == 200)
    }
  }

  @Test(
    arguments: [
      ("GET", "/v1/addresses"), ("POST", "/v1/addresses"), ("PATCH", "/v1/addresses/s1"),
      ("DELETE", "/v1/addresses/s1"), ("PUT", "/v1/addresses/defaults/1526384"),
      ("GET", "/v1/orders/1/rating-form"), ("PUT", "/v1/orders/1/review"),
      ("GET", "/v1/review-photos/p"), ("PUT", "/v1/review-photos/p"), ("GET", "/v1/favorites"),
      ("PUT", "/v1/favorites/tea"), ("GET", "/v1/profile"), ("PATCH", "/v1/profile"),
      ("DELETE", "/v1/auth/account"),
    ])
  func `A request for data of a user needs a token`(_ method: String, _ path: String) async throws {
    try await withServer { client in
      let body = method == "GET" ? nil : "{}"
      let guest = try await client.guest.change(method, path, key: "a", body: body)
      #expect(try guest.json(as: Refusal.self) == Refusal(status: 401, code: "signedOut"))
      // The refusal has not used up the key.
      #expect(try await client.change(method, path, key: "a", body: body).status != 401)
    }
  }

  @Test(arguments: ["Bearer none", "Bearer ", "Bearer a b", "Basic YTpi", "bearer"])
  func `A token that is not one is refused everywhere`(_ text: String) async throws {
    try await withServer { client in
      for path in ["cities", "menu", "carts/c", "addresses", "favorites", "profile"] {
        let headers = Client.city.merging(["Authorization": text]) { $1 }
        let answer = try await client.guest.send("GET", "/v1/\(path)", headers)
        #expect(answer.status == 401, "\(path)")
      }
    }
  }

  @Test func `Each account has data of its own, and a cart is that of who has changed it`()
    async throws
  {
    try await withServer { client in
      let bob = try await client.another("bob")
      try await client.finish("1")
      _ = try await client.makeAddress("Abai", key: "a")
      _ = try await client.edit("tea", key: "a")
      _ = try await client.rate("1", key: "a")
      _ = try await client.sendPhoto("p", key: "b")
      _ = try await client.editProfile(#"{"name":"Ann"}"#, key: "a")
      _ = try await client.guest.wish(2, in: "c", key: "a")

      #expect(try await bob.addresses().list.addresses.isEmpty)
      #expect(try await bob.favorites().products.isEmpty)
      #expect(try await bob.form(of: "1").status == 200)
      #expect(try await bob.photo("p").status == 404)
      #expect(try await bob.profile().json(as: ProfileView.self).name == "")
      // The same key is another request of another account.
      #expect(try await bob.makeAddress("Dostyk", key: "a").list.addresses.count == 1)
      #expect(
        try await bob.editProfile(#"{"name":"Bob"}"#, key: "a").json(as: ProfileView.self).name
          == "Bob")

      #expect(try await client.wish(3, in: "c", key: "b").status == 200)
      #expect(try await client.guest.cart("c").status == 401)
      #expect(try await bob.cart("c").status == 404)
      #expect(try await bob.wish(9, in: "c", key: "c").status == 404)
      #expect(try await client.cart("c").json(as: CartView.self).lines.map(\.quantity) == [3])
    }
  }

  @Test func `After a kill there are all sessions, and the answers under their keys`() async throws
  {
    try await withFolder { folder in
      let database = folder.appending(path: "server.sqlite")
      var server = try await ServerProcess(database: database)
      var client = Client(server.url)
      let first = try await client.signIn(Self.phone, key: "in")
      let second = try await client.refresh(first.refreshToken, key: "a").json(as: Tokens.self)
      let ann = try await client.another("ann")
      let edit = try await ann.editProfile(#"{"name":"Ann"}"#, key: "a")
      let other = try await client.another("bob")
      #expect(try await other.change("DELETE", "/v1/auth/account", key: "d").status == 204)
      let figures = try await client.send("GET", "/admin/accounts")
      try await server.killNow()

      server = try await ServerProcess(database: database)
      client = Client(server.url)
      let restored = try await client.send("GET", "/admin/accounts")
      #expect(restored.text == figures.text)
      #expect(try await client.profile(token: second.accessToken).status == 200)
      #expect(
        try await client.refresh(first.refreshToken, key: "a").json(as: Tokens.self) == second)
      let again = try await client.another("ann")
      #expect(try await again.editProfile(#"{"name":"Ann"}"#, key: "a").body == edit.body)
      #expect(try await client.refresh(first.refreshToken, key: "thief").status == 401)
      try await server.killNow()
    }
  }

  private struct Refusal: Decodable, Equatable {
    let status: Int
    let code: String
  }
}

extension RecordedAnswer {
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
