import Commerce
import Foundation
import Networking
import OpenAPIChecker
import Sandbox
import Testing

/// The models of the product `Sandbox`, alone and without HTTP.
@Suite("The sandbox answers as openapi.yaml says")
struct SandboxTests {
  @Test func `Every city is as described, in a language that some have`() throws {
    let server = try RecordedServer(CityServerModel())
    let list = try server.play("200 GET /v1/cities").json(as: Cities.self)
    #expect(list.cities.count > 900)
    try server.play(
      list.cities.map { "200 GET /v1/cities/\($0.id)?language=kk" }.joined(separator: "\n"))
    try server.play("404 GET /v1/cities/x")
    server.model.set(.closed, of: [524_901])
    try server.play("503 GET /v1/cities/524901")
  }

  @Test(arguments: ["ru", "en", "kk"])
  func `The menu is as described in each language and for each way to get an order`(
    _ language: String
  ) throws {
    let city: CityID = 1_526_384
    let server = try RecordedServer(
      MenuServerModel(), in: .demo("KZ", city, language: language))
    server.model.stop([.init(kind: "product", id: "tea-mint", until: 1)], in: city)
    try server.play(
      """
      200 GET /v1/menu?fulfilment=delivery
      200 GET /v1/menu?fulfilment=pickup
      200 GET /v1/menu?fulfilment=dineIn
      200 GET /v1/menu/stops
      """)
    server.model.publish([MenuEdit("modifiers", "bacon", .set("price", "40000"))], in: city)
    try server.play("200 GET /v1/menu")
  }

  @Test func `A cart is as described from its first line to its order`() throws {
    let cheese = #"{"id":"cheese","count":2}"#
    let server = try RecordedServer(CartServerModel.shop)
    try server.play(
      """
      404 GET /v1/carts/c
      200 PUT /v1/carts/c/lines a \(Body.line("a", 3, of: "margherita", price: 290_000))
      200 PUT /v1/carts/c/lines b \(Body.line("b", 1, of: "pepperoni", modifiers: cheese))
      200 PUT /v1/carts/c/promos COLA \(Body.promo("COLA"))
      200 PUT /v1/carts/c/promos FEAST \(Body.promo("FEAST"))
      """)
    server.model.menu.soldOut = ["cola"]
    try server.play(
      """
      422 PUT /v1/carts/c/lines c \(Body.line("c", 1))
      412 PUT /v1/carts/c/lines d \(Body.line("d", 2, seen: 0, of: "margherita"))
      412 POST /v1/carts/c/order e \(Body.order("e", 1, for: 1))
      200 GET /v1/carts/c
      """)
  }

  @Test func `The example of an address in each country is as described, and comes back`() throws {
    let server = try RecordedServer(AddressesServerModel())
    let examples = AddressView.Content.examples(in: 1_526_384)
    for example in examples {
      let body = String(decoding: try JSONEncoder().encode(Wish(example)), as: UTF8.self)
      try server.play("200 POST /v1/addresses \(example.template) \(body)")
    }
    let list = try server.play("200 GET /v1/addresses").json(as: AddressListView.self)
    #expect(list.addresses.map(\.address) == examples)
    server.model.closedCities = [1_526_384]
    let closed = try server.play("200 GET /v1/addresses").json(as: AddressListView.self)
    #expect(Set(closed.addresses.map(\.problem?.code)) == ["cityClosed"])
  }

  @Test func `A list of orders is as described, whatever their statuses are`() throws {
    let server = try RecordedServer(OrderServerModel())
    server.model.addHistory(25, of: .evening)
    for number in 1...3 { server.model.place("N-\(number)", key: "\(number)", cart: .evening) }
    server.model.now += 1_900
    server.model.reject("N-2", because: "closed")
    server.model.setStatus("beingPhotographed", of: "N-1")
    try server.play(
      """
      200 GET /v1/orders
      200 GET /v1/orders?state=finished
      404 GET /v1/orders?state=finished&after=none
      200 GET /v1/orders?key=1
      200 GET /v1/orders/N-1
      409 POST /v1/orders/N-1/cancel cancel {}
      """)
  }

  @Test func `A review is as described from its photo to the end of its window`() throws {
    let server = try RecordedServer(ReviewServerModel(now: 0))
    for (id, way) in [("a", "delivery"), ("b", "pickup")] {
      server.model.orders[id] = .init(fulfilment: way, lines: ["1", "2"], closesAt: 60)
    }
    try server.play(
      """
      200 GET /v1/orders/a/rating-form
      200 GET /v1/orders/b/rating-form
      200 PUT /v1/review-photos/p photo bytes
      200 PUT /v1/orders/a/review review \(Body.review(photos: #""p""#))
      """)
    server.model.now = 60
    server.model.refusesPhotos = "No faces, please"
    try server.play(
      """
      410 GET /v1/orders/b/rating-form
      410 PUT /v1/orders/b/review late \(Body.review())
      422 PUT /v1/review-photos/q refused bytes
      """)
  }

  @Test func `A session is as described from the code to the deletion of the account`() throws {
    let server = try RecordedServer(AccountServerModel())
    let phone = "+77710009998"
    let sent = try server.play(#"200 POST /v1/auth/codes code {"phone":"\#(phone)"}"#)
    let challenge = try sent.json(as: SentCode.self).challenge
    let code = try #require(server.model.code(for: phone))
    let first = try server.play(
      #"200 POST /v1/auth/sessions in {"challenge":"\#(challenge)","code":"\#(code)"}"#
    ).json(as: Tokens.self)
    let token = #"{"refreshToken":"\#(first.refreshToken)"}"#
    let renewed = try server.play("200 POST /v1/auth/refresh renew \(token)").json(as: Tokens.self)
    try server.play("401 GET /v1/profile")
    server.token = AccessToken(renewed.accessToken)
    try server.play(
      """
      200 PATCH /v1/profile name {"name":"Ada","birthday":"1990-05-01"}
      422 PATCH /v1/profile birthday {"birthday":"1991-05-01"}
      200 GET /v1/profile
      200 DELETE /v1/auth/account delete
      401 POST /v1/auth/refresh late \(token)
      """)
  }

  private struct Cities: Decodable {
    struct City: Decodable {
      let id: Int
    }
    let cities: [City]
  }

  private struct Wish: Encodable {
    let operation: String
    let used = 0
    let address: AddressView.Content

    init(_ address: AddressView.Content) {
      (operation, self.address) = (address.template, address)
    }
  }
}
