import Foundation
import Sandbox
import Testing

@Suite("Accounts")
struct AccountTests {
  @Test func `A renewed token replaces the old one, whose use by another request ends the session`()
    async throws
  {
    try await withServer { client in
      let first = try await tokens(client)
      #expect(try await status(client, first) == 200)
      let second = try await client.refresh(first.refreshToken, key: "a").json(as: Tokens.self)
      #expect(try await status(client, first) == 401)
      #expect(try await status(client, second) == 200)

      // The answer was lost: it is repeated until the new refresh token has been used.
      #expect(
        try await client.refresh(first.refreshToken, key: "a").json(as: Tokens.self) == second)
      let third = try await client.refresh(second.refreshToken, key: "b").json(as: Tokens.self)
      #expect(try await client.refresh(first.refreshToken, key: "a").status == 409)
      #expect(try await status(client, third) == 200)

      let reused = try await client.refresh(first.refreshToken, key: "thief")
      #expect(try reused.json(as: Refusal.self) == Refusal(status: 401, code: "refreshTokenReused"))
      #expect(try await status(client, third) == 401)
      #expect(try await client.refresh(third.refreshToken, key: "c").status == 401)
    }
  }

  @Test func `An expired access token is refused, and its session is renewed`() async throws {
    try await withServer { client in
      let tokens = try await tokens(client)
      let account = "/admin/accounts/\(tokens.account)"
      try await client.play(#"204 PUT \#(account) - {"sessions":"expired"}"#)
      let refused = try await client.with(tokens.accessToken).get("/v1/profile")
      #expect(try refused.json(as: Refusal.self) == Refusal(status: 401, code: "signedOut"))
      #expect(refused.headers["www-authenticate"] == "Bearer")
      #expect(try await client.refresh(tokens.refreshToken, key: "a").status == 200)
      try await client.play(#"204 PUT \#(account) - {"sessions":"revoked"}"#)
      let ended = try await client.refresh(tokens.refreshToken, key: "b")
      #expect(try ended.json(as: Refusal.self) == Refusal(status: 401, code: "sessionEnded"))
    }
  }

  @Test func `A signed-out session is over, and another one of the account is not`() async throws {
    try await withServer { client in
      let phone = try await tokens(client)
      let tablet = try await client.another("ada")
      let body = #"{"refreshToken":"\#(phone.refreshToken)"}"#
      try await client.guest.play("200 POST /v1/auth/sign-out out \(body)")
      #expect(try await status(client, phone) == 401)
      try await tablet.play("200 GET /v1/profile")
    }
  }

  @Test(
    arguments: [
      ("GET", "/v1/addresses"), ("POST", "/v1/addresses"), ("PATCH", "/v1/addresses/s1"),
      ("DELETE", "/v1/addresses/s1"), ("PUT", "/v1/addresses/defaults/1526384"),
      ("GET", "/v1/orders"), ("POST", "/v1/orders/1/cancel"),
      ("GET", "/v1/orders/1/rating-form"), ("PUT", "/v1/orders/1/review"),
      ("GET", "/v1/review-photos/p"), ("PUT", "/v1/review-photos/p"), ("GET", "/v1/favorites"),
      ("PUT", "/v1/favorites/tea"), ("GET", "/v1/profile"), ("PATCH", "/v1/profile"),
      ("DELETE", "/v1/auth/account"),
    ])
  func `A request for data of a user needs a token`(_ method: String, _ path: String) async throws {
    try await withServer { client in
      let body = method == "GET" ? nil : "{}"
      let guest = try await client.guest.change(method, path, key: "a", body)
      #expect(try guest.json(as: Refusal.self) == Refusal(status: 401, code: "signedOut"))
      // The refusal has not used up the key.
      #expect(try await client.change(method, path, key: "a", body).status != 401)
    }
  }

  @Test(arguments: ["Bearer none", "Bearer ", "Bearer a b", "Basic YTpi", "bearer"])
  func `A token that is not one is refused everywhere`(_ text: String) async throws {
    try await withServer { client in
      for path in [
        "cities", "menu", "carts/c", "addresses", "orders/1/rating-form", "favorites", "profile",
      ] {
        let answer = try await client.guest.get("/v1/\(path)", ["Authorization": text])
        #expect(answer.status == 401, "\(path)")
      }
    }
  }

  @Test func `Each account has data of its own, and a cart is that of who has changed it`()
    async throws
  {
    try await withServer { client in
      let bob = try await client.another("bob")
      try await client.play(
        """
        204 PUT /admin/orders/1 - \(Body.finished())
        200 POST /v1/addresses a \(Body.address("a", "Abai"))
        200 PUT /v1/favorites/tea a {"add":{}}
        200 PUT /v1/orders/1/review a \(Body.review())
        200 PUT /v1/review-photos/p b bytes
        200 PATCH /v1/profile a {"name":"Ann"}
        """)
      try await client.guest.play(
        """
        200 GET /v1/cities
        200 GET /v1/menu
        200 PUT /v1/carts/c/lines a \(Body.line("a", 2))
        200 GET /v1/carts/c
        """)
      // The same key is another request of another account.
      let answers = try await bob.play(
        """
        200 GET /v1/addresses
        200 GET /v1/favorites
        200 GET /v1/orders/1/rating-form
        404 GET /v1/review-photos/p
        200 GET /v1/profile
        200 POST /v1/addresses a \(Body.address("a", "Dostyk"))
        200 PATCH /v1/profile a {"name":"Bob"}
        """)
      #expect(try answers[0].json(as: AddressListView.self).addresses.isEmpty)
      #expect(try answers[1].json(as: Favorites.self).products.isEmpty)
      #expect(try answers[4].json(as: ProfileView.self).name == "")
      #expect(try answers[5].json(as: AddressListView.self).addresses.count == 1)
      #expect(try answers[6].json(as: ProfileView.self).name == "Bob")

      try await client.play(
        """
        200 GET /v1/carts/c
        200 PUT /v1/carts/c/lines b \(Body.line("b", 3))
        """)
      try await client.guest.play("401 GET /v1/carts/c")
      try await bob.play(
        """
        404 GET /v1/carts/c
        404 PUT /v1/carts/c/lines c \(Body.line("c", 9))
        """)
      let cart = try await client.get("/v1/carts/c").json(as: CartView.self)
      #expect(cart.lines.map(\.quantity) == [3])
    }
  }

  @Test func `A deleted account leaves nothing to its next owner`() async throws {
    try await withServer { client in
      try await client.another("ada").play(
        """
        204 PUT /admin/orders/1 - \(Body.finished())
        200 POST /v1/addresses a \(Body.address("a", "Abai"))
        200 PUT /v1/orders/1/review a \(Body.review())
        200 PUT /v1/carts/b/lines b \(Body.line("b", 1))
        200 DELETE /v1/auth/account delete
        """)
      let answers = try await client.another("ada").play(
        """
        200 GET /v1/addresses
        200 GET /v1/orders/1/rating-form
        410 GET /v1/carts/b
        """)
      #expect(try answers[0].json(as: AddressListView.self).addresses.isEmpty)
    }
  }

  private func tokens(_ client: Client) async throws -> Tokens {
    let body = #"{"provider":"sandbox","token":"ada"}"#
    return try await client.guest.change("POST", "/v1/auth/sessions", key: "in", body)
      .json(as: Tokens.self)
  }

  private func status(_ client: Client, _ tokens: Tokens) async throws -> Int {
    try await client.with(tokens.accessToken).get("/v1/profile").status
  }

  private struct Refusal: Decodable, Equatable {
    let status: Int
    let code: String
  }
}
