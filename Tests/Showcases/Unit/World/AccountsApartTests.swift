import Commerce
import Foundation
@_spi(SettledCity) import Networking
import Sandbox
import Testing

/// Tests of a world with several users.
struct AccountsApartTests {
  private let server: SandboxServer<SandboxWorld>
  private let city: RequestContext

  init() throws {
    server = SandboxServer(try SandboxWorld())
    city = try #require(RequestContext(country: "KZ", city: 1_526_384, language: "en"))
  }

  @Test func `An account sees nothing of another account`() async throws {
    let (ann, bob) = (user("ann"), user("bob"))
    try await order("a", of: ann)

    #expect(try await status(of: .get, "/v1/carts/a", for: bob) == 404)
    #expect(try await status(of: promo, "/v1/carts/a/promos", for: bob) == 404)
    #expect(try await status(of: .get, "/v1/orders/N-1/rating-form", for: bob) == 404)
    #expect(try await status(of: .get, "/v1/review-photos/p", for: bob) == 404)
    #expect(try await addresses(of: bob).isEmpty)
    #expect(try await status(of: .get, "/v1/orders/N-1/rating-form", for: ann) == 200)
    #expect(try await status(of: .get, "/v1/review-photos/p", for: ann) == 200)
    #expect(try await addresses(of: ann).count == 1)
  }

  @Test func `A guest's cart becomes that of the account that changes it first`() async throws {
    let ann = user("ann")
    #expect(try await status(of: promo, "/v1/carts/a/promos", for: server) == 200)
    #expect(try await status(of: .get, "/v1/carts/a", for: ann) == 200)
    #expect(try await status(of: .get, "/v1/carts/a", for: server) == 200)

    #expect(try await status(of: promo, "/v1/carts/a/promos", for: ann) == 200)
    #expect(try await status(of: .get, "/v1/carts/a", for: server) == 401)
    #expect(try await status(of: .get, "/v1/carts/a", for: user("bob")) == 404)
  }

  @Test(arguments: ["cities", "menu", "carts/a", "addresses", "orders/N-1/rating-form", "profile"])
  func `An invalid token is refused where none is required too`(path: String) async throws {
    var request = HTTPRequest(.get, "/v1/\(path)", in: city)
    request.authorization = AccessToken("forged")
    #expect(try await status(of: request, for: server) == 401)
  }

  @Test func `A guest of a world that requires a sign-in has only a cart`() async throws {
    server.change { $0.requiresSignIn = true }
    #expect(try await status(of: .get, "/v1/addresses", for: server) == 401)
    #expect(try await status(of: .get, "/v1/orders/N-1/rating-form", for: server) == 401)
    #expect(try await status(of: .get, "/v1/review-photos/p", for: server) == 401)
    #expect(try await status(of: promo, "/v1/carts/a/promos", for: server) == 200)
    #expect(try await status(of: .get, "/v1/cities", for: server) == 200)
    #expect(try await status(of: .get, "/v1/menu", for: server) == 200)
  }

  @Test func `A deleted account leaves nothing to its next owner`() async throws {
    let ann = user("ann")
    try await order("a", of: ann)
    #expect(try await status(of: promo, "/v1/carts/b/promos", for: ann) == 200)
    #expect(try await status(of: .delete, "/v1/auth/account", for: ann) == 200)

    let next = user("ann")
    #expect(try await addresses(of: next).isEmpty)
    #expect(try await status(of: .get, "/v1/orders/N-1/rating-form", for: next) == 404)
    #expect(try await status(of: .get, "/v1/carts/b", for: next) == 410)
  }

  // MARK: Users

  private let promo = HTTPRequest.Method.put(
    HTTPRequest.Body(Data(#"{"operation":"o","code":"TENTH","isWanted":true}"#.utf8), .json))

  /// Returns the transport of a user who is signed in.
  private func user(_ name: String) -> any Transport {
    AuthorizedTransport(server, by: SandboxUser(name, at: server))
  }

  /// Gives a user an address, a cart, and a finished order with the number N-1 and a photo.
  private func order(_ cart: String, of user: any Transport) async throws {
    #expect(try await status(of: promo, "/v1/carts/\(cart)/promos", for: user) == 200)
    let photo = HTTPRequest.Method.put(HTTPRequest.Body(Data([0xFF, 0xD8]), .jpeg))
    #expect(try await status(of: photo, "/v1/review-photos/p", for: user) == 200)
    server.change { world in
      let account = "sandbox-ann"
      world.reviews[account].orders["N-1"] = ReviewServerModel.Order(
        fulfilment: "delivery", lines: ["1"], closesAt: world.now + 60)
      world.addresses[account].addElsewhere(AddressView.Content.examples(in: city.city.rawValue)[0])
    }
  }

  private func addresses(of user: any Transport) async throws -> [AddressView] {
    let request = HTTPRequest(.get, "/v1/addresses", in: city)
    let response = try await user.send(request) { _ in }
    return try JSONDecoder().decode(AddressListView.self, from: response.body).addresses
  }

  private func status(
    of method: HTTPRequest.Method, _ path: String, for user: any Transport
  ) async throws -> Int {
    try await status(of: HTTPRequest(method, path, in: city), for: user)
  }

  /// Sends a request under a key of its own, and returns the status of the response.
  private func status(of request: HTTPRequest, for user: any Transport) async throws -> Int {
    var request = request
    if request.method != .get {
      request.idempotencyKey = IdempotencyKey(rawValue: UUID().uuidString)
    }
    return try await user.send(request) { _ in }.status
  }
}
