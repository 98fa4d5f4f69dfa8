import Cart
import Foundation
import Networking
import OpenAPIChecker
import Sandbox
import Testing

@Suite("The sandbox of the cart's showcase answers as openapi.yaml says")
struct CartSandboxTests {
  let document: OpenAPIDocument
  let server = RecordedServer(CartServerModel.shop)

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
  }

  @Test
  func `All that its catalog can be made into is as described, at the price of the catalog`() throws
  {
    for (number, item) in Catalog.items(in: Catalog.almaty).enumerated() {
      let answer = try change("lines", Change(operation: "\(number)", item: item, quantity: 3))
      #expect(document.check(answer).flaws == [])
      #expect(document.check(answer).described == "PUT /v1/carts/{id}/lines 200")
    }
    let cart = try #require(server.model.cart("c"))
    #expect(cart.lines.map(\.unitPrice) == cart.lines.map(\.item.unitPrice.minorUnits))
    #expect(cart.lines.count == 4)
  }

  @Test(arguments: ["TENTH", "SUMMER", "FEAST", "COLA", "NONE"])
  func `Every promo code that it knows, and one that it does not, is as described`(_ code: String)
    throws
  {
    _ = try change("lines", Change(operation: "a", item: Catalog.cola(), quantity: 5))

    let answer = try change("promos", Change(operation: "b", code: code, isWanted: true))

    #expect(document.check(answer).flaws == [])
    #expect(try answer.cart.promos.map(\.code) == [code])
  }

  @Test func `Refusals are as described`() throws {
    server.model.menu.soldOut = ["cola"]
    let soldOut = try change("lines", Change(operation: "a", item: Catalog.cola(), quantity: 1))
    let unreadable = try change("lines", ["quantity": 1])
    let none = read("none")

    #expect(document.check(soldOut).flaws == [] && soldOut.status == 422)
    #expect(document.check(unreadable).flaws == [] && unreadable.status == 400)
    #expect(document.check(none).flaws == [] && none.status == 404)
  }

  @Test func `A cart is as described from its first line to its order`() throws {
    _ = try change("lines", Change(operation: "a", item: Catalog.margherita(), quantity: 1))
    server.model.menu.prices["margherita"] = 300_000
    let way = Change(operation: "b", fulfilment: CartFulfillment(.delivery, "home"))
    let answers = [
      try change("fulfilment", way),
      try change("lines", Change(operation: "c", item: Catalog.margherita(), quantity: 2, seen: 0)),
      read("c"), try change("order", Order(due: 1, quantity: 1)),
      try change("order", Order(due: 360_000, quantity: 1)), read("c"),
    ]

    #expect(answers.flatMap { document.check($0).flaws } == [])
    #expect(answers.map(\.status) == [200, 412, 200, 412, 200, 410])
  }

  private func change(_ what: String, _ body: some Encodable) throws -> RecordedAnswer {
    let body = try HTTPRequest.Body.json(body)
    let isOrder = what == "order"
    return server.change(
      isOrder ? "POST" : "PUT",
      HTTPRequest(isOrder ? .post(body) : .put(body), "/v1/carts/c/\(what)", in: Catalog.almaty))
  }

  private func read(_ cart: String) -> RecordedAnswer {
    server.get(HTTPRequest(.get, "/v1/carts/\(cart)", in: Catalog.almaty))
  }

  /// A change of a cart, with the fields of its kind.
  private struct Change: Encodable {
    let operation: String
    var item: CartItem?
    var quantity, seen: Int?
    var code: String?
    var isWanted: Bool?
    var fulfilment: CartFulfillment?
  }

  private struct Order: Encodable {
    struct Line: Encodable {
      let configuration: CartConfiguration
      let quantity: Int
    }

    let operation = "order"
    let due: Int
    let lines: [Line]

    init(due: Int, quantity: Int) {
      self.due = due
      lines = [Line(configuration: Catalog.margherita().configuration, quantity: quantity)]
    }
  }
}

extension RecordedAnswer {
  fileprivate var cart: CartView {
    get throws { try JSONDecoder().decode(CartView.self, from: body) }
  }
}
