import CartTestSupport
import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import Testing

@testable import Cart
@testable import Sync

/// The requests of a cart and their responses.
struct CartServerTests {
  private let transport = StubTransport()
  private let gate = Gate()
  private var server: CartServer { CartServer(transport: transport, gate: gate) }
  private let closed = HTTPResponse(problem: "cartClosed", status: 404)
  private let signedOut = HTTPResponse(problem: "signedOut", status: 401)
  private let unavailable = HTTPResponse(status: 503, body: Data())

  private let base = CartBase(nil)

  private var model: CartModel {
    CartModel(
      server: server, estimatedFees: { _, _, _ in [] },
      placeAtServer: { fulfillment in
        switch fulfillment.place {
        case "new": .pending
        case "removed": .unknown
        default: .resolved("server-\(fulfillment.place)")
        }
      })
  }

  private func change(_ edit: CartOperation) -> CartChange {
    CartChange(cart: .c, operation: "o", edit: edit)
  }

  private var addition: CartChange { change(.add(.cola, 2, base: 1)) }
  private var quantity: CartChange { change(.set(.cola, 3)) }
  private var order: CartChange { change(.order("o")) }

  // MARK: Fetching

  @Test func `A fetch has the validator of its own cart, and replaces any version`() async throws {
    transport.prepare(try .cart(2, version: 4, etag: #""b""#))
    var before = CartBase(try known(version: 9))
    let (outcome, after) = await fetch(before, unless: #"c "a""#)
    #expect(outcome == #"updated c "b" c 4"#)
    // A lower version of a later fetch is used after this time.
    #expect(model.replicaLag == .seconds(60))
    #expect(after.almaty.server?.version == 4 && after.fetched == ["c"])
    let request = try #require(transport.requests.first)
    #expect(request.method == .get && request.path == "/v1/carts/c")
    #expect(request.ifChangedSince == ETag(rawValue: #""a""#))
    // The validator of another cart, and one of a cart that is not known.
    for validator in [#"d "a""#, #"c "a""#] {
      transport.prepare(try .cart())
      _ = await fetch(before, unless: validator)
      #expect(transport.requests[0].ifChangedSince == nil || validator.hasPrefix("c"))
      before.carts[0].server = nil
    }
    #expect(transport.requests.map(\.ifChangedSince) == [nil])
  }

  @Test func `A cart that the server does not have is complete, or closed if it was known`()
    async throws
  {
    let absent = HTTPResponse(problem: "unknownCart", status: 404)
    var adopted = CartBase(nil)
    adopted.carts[0].isUnfetched = true
    for (base, phase) in [
      (adopted, StoredCart.Phase.open), (CartBase(try known(version: 2)), .closed),
    ] {
      transport.prepare(absent)
      let (_, after) = await fetch(base)
      #expect(after.almaty.phase == phase && !after.almaty.isUnfetched)
    }
    // The server has created the cart meanwhile.
    transport.prepare(absent)
    var created = CartBase(nil)
    let outcome = await server.fetch(created.almaty, unless: nil, in: .almaty)
    created = CartBase(try known(version: 1))
    if case .updated(let update, _) = outcome { update.apply(&created) }
    #expect(created.almaty.phase == .open)
    transport.prepare(closed)
    #expect(await fetch(CartBase(nil)).1.almaty.phase == .closed)
  }

  @Test func `Another cart or another problem in the response to a fetch changes nothing`()
    async throws
  {
    for (response, expected) in [
      (try HTTPResponse.cart(id: "d"), "another cart"),
      (HTTPResponse(problem: "unknownPath", status: 404), "refused unknownPath"),
    ] {
      transport.prepare(response)
      let (outcome, after) = await fetch(base)
      #expect(outcome == expected && after == base)
    }
  }

  @Test func `A cart is fetched in its own city while it is open; it may be that of another one`()
    async throws
  {
    transport.prepare(try .cart(), try .cart())
    var (closed, known) = (base, base)
    (closed.carts[0].context, known.carts[0].context) = (nil, .almaty)
    closed.close(.c)
    for (base, context) in [(closed, RequestContext.belgrade), (closed, .almaty)] {
      #expect(text(await model.fetch(base, unless: nil, in: context)) == "not modified")
    }
    #expect(transport.requests.isEmpty)
    for (base, context) in [(base, RequestContext.almaty), (known, .belgrade)] {
      #expect(text(await model.fetch(base, unless: nil, in: context)) == "updated")
      #expect(transport.requests.last?.context?.city == .almaty)
    }
  }

  // MARK: Sending

  @Test func `A request has the key of its change, and the quantity seen only for an addition`()
    async throws
  {
    let changes = [
      addition, quantity, change(.promo("A", isWanted: true)),
      change(.fulfillment(CartFulfillment(.pickup, "1"))), order,
    ]
    for change in changes {
      transport.prepare(try .cart())
      _ = await send(change)
      let request = try #require(transport.requests.first)
      #expect(request.idempotencyKey?.rawValue == "key")
      #expect(request.path.hasPrefix("/v1/carts/c/"))
      guard case .put(let body) = request.method else { continue }
      let members = try JSONSerialization.jsonObject(with: body.bytes) as? [String: Any]
      #expect(members?["operation"] as? String == "o")
      #expect(members?["seen"] as? Int == (change == addition ? 1 : nil))
    }
  }

  @Test func `The response to a change is used if it is newer`() async throws {
    transport.prepare(try .cart(2, version: 3))
    let first = await send(addition)
    #expect(first.outcome == "applied" && first.base.almaty.server?.version == 3)
    transport.prepare(try .cart(5, version: 3))
    let second = await send(addition, from: first.base)
    #expect(second.outcome == "applied" && second.base == first.base)
    transport.prepare(try .cart(id: "d"))
    #expect(await send(addition).outcome == "unknown")
  }

  @Test
  func `A change of a cart that takes none is refused, and one of an unknown path is sent again`()
    async
  {
    for (code, change, expected) in [
      ("cartClosed", quantity, "cartClosed"), ("unknownCart", quantity, "cartClosed"),
      ("unknownPath", quantity, "later"), ("unknownPath", order, "later"),
    ] {
      transport.prepare(HTTPResponse(problem: code, status: 404))
      #expect(await send(change).outcome == expected)
      #expect(transport.requests.count == 1)
    }
  }

  @Test func `An addition that conflicts is rebased, and a quantity is left to the user`()
    async throws
  {
    for code in [nil, "conflict"] {
      for status in [409, 412] {
        for (change, expected) in [(addition, "conflict true"), (quantity, "conflict ")] {
          transport.prepare(
            try .cart(3, version: 7, status: status) { body in
              if let code { problem(code, status: status, in: &body) }
            })
          let (outcome, after) = await send(change)
          #expect(outcome == expected && after.almaty.server?.version == 7)
        }
      }
    }
  }

  @Test func `A conflict without the cart, or with another status, is no conflict`() async throws {
    transport.prepare(HTTPResponse(problem: "conflict", status: 409))
    #expect(await send(addition).outcome == "later")
    transport.prepare(HTTPResponse(status: 409, body: Data("{}".utf8), retryAfter: .seconds(7)))
    #expect(await send(addition).outcome == "later 7")
    for status in [408, 410, 411, 413] {
      // Not the service's own answer, so it may ask for a minute at most.
      transport.prepare(try .cart(3, status: status, retryAfter: .seconds(status)))
      #expect(await send(addition).outcome == "later 60")
    }
  }

  @Test func `A change is refused for the server's reason, also if the response has the cart`()
    async throws
  {
    let rows: [(CartChange, String, reason: String?, String)] = [
      (order, "otherSum", nil, "sumChanged: otherSum"),
      (addition, "soldOut", "None left", "soldOut: None left"),
      (addition, "tooMany", "Too many", "tooMany: Too many"),
      (addition, "cartClosed", nil, "cartClosed"),
    ]
    for (change, code, reason, expected) in rows {
      transport.prepare(HTTPResponse(problem: code, status: 422, reason: reason))
      #expect(await send(change).outcome == expected)
    }
    transport.prepare(
      try .cart(status: 409) { body in
        problem("otherSum", status: 409, in: &body)
        body["reason"] = "It costs more"
      })
    #expect(await send(order).outcome == "sumChanged: It costs more")
  }

  // MARK: Ordering

  @Test func `A placed order is recorded under its number`() async {
    for (body, number) in [
      (#"{"order":"1"}"#, "1"), (#"{"order":"1","number":"N-7"}"#, "N-7"), (#"{"order":1}"#, "1"),
      (#"{"order":"1","number":1042}"#, "1042"), (#"{"order":1,"number":null}"#, "1"),
      (#"{"order":"1","number":""}"#, "1"),
    ] {
      transport.prepare(HTTPResponse(status: 201, body: Data(body.utf8)))
      let (outcome, after) = await send(order)
      #expect(outcome == "applied" && after.almaty.last == .init(id: "1", number: number))
      #expect(after.almaty.phase == .ended && after.almaty.placed.map(\.number) == [number])
    }
  }

  @Test func `The outcome of an order is unknown if the response has no id of it`() async {
    for body in [#"{"order":""}"#, #"{"order":null,"number":"N-7"}"#, "[]", #"{"order":1.5}"#] {
      transport.prepare(HTTPResponse(status: 201, body: Data(body.utf8)))
      let (outcome, after) = await send(order)
      #expect(outcome == "unknown" && after.almaty.last == nil, "\(body)")
    }
  }

  @Test func `An order has the time of the tap and its validity, and may have expired`()
    async throws
  {
    transport.prepare(HTTPResponse(problem: "orderExpired", status: 422))
    let time = Date(timeIntervalSince1970: 1_700_000_000.9)
    let outcome = await server.send(
      order, key: "key", tappedAt: time, mayBeApplied: false, in: .almaty)
    guard case .expired = outcome, case .post(let body) = transport.requests[0].method else {
      Issue.record("\(outcome)")
      return
    }
    let members = try JSONSerialization.jsonObject(with: body.bytes) as? [String: Any]
    #expect(members?["tappedAt"] as? Int == 1_700_000_000 && members?["validFor"] as? Int == 900)
  }

  @Test(arguments: ["cartClosed", "unknownCart"])
  func `An order of a cart that takes no changes is searched among the user's orders`(
    _ code: String
  ) async {
    func search(_ response: HTTPResponse) async -> (outcome: String, base: CartBase) {
      transport.prepare(HTTPResponse(problem: code, status: 404), response)
      return await send(order)
    }
    func orders(_ text: String) -> HTTPResponse {
      HTTPResponse(status: 200, body: Data(#"{"orders":[\#(text)]}"#.utf8))
    }
    let found = await search(orders(#"{"id":"N-7","key":"p"},{"id":"N-8","key":"o"},{"id":"N-9"}"#))
    #expect(found.outcome == "applied" && found.base.almaty.last?.id == "N-8")
    #expect(transport.requests.map(\.method).last == .get)
    #expect(transport.paths == ["/v1/carts/c/order", "/v1/orders"])
    #expect(transport.requests.last?.query == ["key": "o"])
    #expect(await search(orders(#"{"id":"N-7","key":"p"},{"id":"N-9"}"#)).outcome == "cartClosed")
    let odd = await search(orders(#"{"id":7},{"id":8,"key":"o","number":1042}"#))
    #expect(odd.outcome == "applied" && odd.base.almaty.last == .init(id: "8", number: "1042"))
    #expect(await search(orders(#"{"id":"N-7","key":null}"#)).outcome == "cartClosed")
    for (response, outcome) in [
      (orders(#"{"id":"N-7","key":5}"#), "later"), (orders("7"), "later"),
      (orders(#"{"key":"o"}"#), "later"),
      (HTTPResponse(status: 200, body: Data("{}".utf8)), "later"), (unavailable, "later"),
      (signedOut, "closed"),
      // The service shows a guest no orders.
      (HTTPResponse(problem: "guest", status: 403), "cartClosed"),
      (HTTPResponse(problem: "guest", status: 404), "cartClosed"),
    ] {
      #expect(await search(response).outcome == outcome)
    }
  }

  @Test func `A repeated order that has expired may have been placed before`() async {
    let expired = HTTPResponse(problem: "orderExpired", status: 422)
    for (body, outcome) in [(#"{"id":"N-8","key":"o"}"#, "applied"), ("", "expired")] {
      transport.prepare(
        expired, HTTPResponse(status: 200, body: Data(#"{"orders":[\#(body)]}"#.utf8)))
      #expect(await send(order).outcome == outcome)
    }
  }

  @Test(arguments: [Double.infinity, .nan, 0x1p63, -0x1p64])
  func `An order whose time cannot be told is sent without it`(_ time: Double) async throws {
    transport.prepare(closed)
    _ = await server.send(
      order, key: "key", tappedAt: Date(timeIntervalSince1970: time), mayBeApplied: false,
      in: .almaty)
    #expect(transport.paths == ["/v1/carts/c/order"])
  }

  @Test func `The first attempt of an order of a closed cart has placed nothing`() async {
    transport.prepare(closed)
    let (outcome, after) = await send(order, mayBeApplied: false)
    #expect(outcome == "cartClosed" && transport.paths == ["/v1/carts/c/order"])
    #expect(after.almaty.phase == .open)
  }

  @Test func `An order is looked up only while the gate is open`() async {
    transport.prepare(closed)
    transport.interrupt { gate.close(for: .offline) }
    #expect(await send(order).outcome == "later")
    #expect(transport.paths == ["/v1/carts/c/order"])
  }

  @Test func `A change is sent in the city of its cart, and never for a cart that has ended`()
    async throws
  {
    let old = CartChange(
      cart: CartKey(city: .almaty, number: 0, id: "old"), operation: "o", edit: addition.edit)
    var ended = base
    ended.carts[0].end()
    var cityless = base
    cityless.carts[0].context = nil
    for (change, base, context, outcome) in [
      (old, base, RequestContext.almaty, "applied, 0"), (addition, base, .almaty, "applied, 1"),
      (addition, base, .belgrade, "applied, 1"), (addition, ended, .almaty, "applied, 0"),
      (addition, cityless, .belgrade, "waiting, 0"), (addition, cityless, .almaty, "applied, 1"),
    ] {
      #expect(try await sendAny(change, on: base, in: context) == "\(outcome) requests")
      #expect(transport.requests.allSatisfy { $0.context?.city == .almaty })
    }
  }

  @Test func `An order that may be placed is sent again, although a later cart has its record`()
    async throws
  {
    var later = CartBase(key: CartKey(city: .almaty, number: 2, id: "d"))
    #expect(try await sendAny(order, on: later, mayBeApplied: true) == "sent, 1 requests")
    #expect(try await sendAny(order, on: later) == "applied, 0 requests")
    later.place(order, as: PlacedOrder.Receipt(id: "1", number: "A-1"))
    #expect(later.almaty.placed.map(\.number) == ["A-1"])
    #expect(later.almaty.phase == .open && later.almaty.last == nil)
  }

  @Test func `An order is sent only with the fulfillment that the user saw`() async throws {
    let rows: [(shown: String?, atServer: String?, first: String, repeated: String)] = [
      ("home", nil, "fulfillmentChanged, 0", "sent, 1"),
      ("home", "server-office", "fulfillmentChanged, 0", "sent, 1"),
      ("home", "server-home", "sent, 1", "sent, 1"),
      ("new", "server-new", "waiting, 0", "sent, 1"),
      ("removed", "server-home", "fulfillmentChanged, 0", "sent, 1"),
      (nil, "server-home", "fulfillmentChanged, 0", "sent, 1"),
      (nil, nil, "sent, 1", "sent, 1"),
    ]
    for row in rows {
      let edit = CartOperation.order("o", with: row.shown.map { CartFulfillment(.delivery, $0) })
      var base = CartBase(
        ServerCart(fulfillment: row.atServer.map { CartFulfillment(.delivery, $0) }))
      #expect(try await sendAny(change(edit), on: base) == "\(row.first) requests")
      #expect(
        try await sendAny(change(edit), on: base, mayBeApplied: true) == "\(row.repeated) requests")
      // Only the response of a closed cart tells whether the order was placed.
      base.close(.c)
      #expect(try await sendAny(change(edit), on: base) == "sent, 1 requests")
    }
  }

  // MARK: Outcomes as text

  /// Fetches the cart of Almaty, and returns the outcome, and the base after the update.
  private func fetch(
    _ base: CartBase, unless validator: String? = nil
  ) async -> (String, CartBase) {
    var base = base
    let outcome = await server.fetch(base.almaty, unless: validator, in: .almaty)
    guard case .updated(let update, let validator) = outcome else { return (text(outcome), base) }
    update.apply(&base)
    let version = update.version.map { "\($0.entity) \($0.number)" } ?? ""
    return ("updated \(validator ?? "") \(version)", base)
  }

  private func known(version: Int) throws -> ServerCart {
    let response = try HTTPResponse.cart(version: version)
    return try response.json(CartDocument.self).cart(in: response)
  }

  private func text(_ outcome: FetchOutcome<CartBase>) -> String {
    switch outcome {
    case .updated: "updated"
    case .notModified: "not modified"
    case .failed(.refused(let problem), _): "refused \(problem.code)"
    case .failed(.unusable(let body), _): body.reason
    case .failed: "failed"
    case .closed(let reason): "closed \(reason.rawValue)"
    }
  }

  /// Sends a change, and returns the outcome, and the base after the update.
  private func send(
    _ change: CartChange, from base: CartBase? = nil, mayBeApplied: Bool = true
  ) async -> (outcome: String, base: CartBase) {
    var base = base ?? self.base
    let outcome = await server.send(
      change, key: "key", tappedAt: nil, mayBeApplied: mayBeApplied, in: .almaty)
    switch outcome {
    case .applied(let update):
      update.apply(&base)
      return ("applied", base)
    case .conflict(let rebased, let update):
      update.apply(&base)
      let expected = CartOperation.add(.cola, 2, base: 3)
      return ("conflict \(rebased.map { "\($0.edit == expected)" } ?? "")", base)
    case .rejected(let rejection, _): return (text(rejection), base)
    case .tryLater(let delay):
      return ("later\(delay.map { " \($0.components.seconds)" } ?? "")", base)
    case .closed: return ("closed", base)
    case .expired, .unknown, .notSent, .waiting: return ("\(outcome)", base)
    }
  }

  private func text(_ rejection: CartRejection) -> String {
    switch rejection {
    case .cartClosed: "cartClosed"
    case .soldOut(let text): "soldOut: \(text)"
    case .sumChanged(let text): "sumChanged: \(text)"
    case .unknownPlace: "unknownPlace"
    case .fulfillmentChanged: "fulfillmentChanged"
    case .other(let code, let text): "\(code): \(text)"
    }
  }

  /// Sends a change, and returns the outcome and the number of requests.
  private func sendAny(
    _ change: CartChange, on base: CartBase, mayBeApplied: Bool = false,
    in context: RequestContext = .almaty
  ) async throws -> String {
    transport.prepare(try .cart())
    let outgoing = OutgoingChange(
      change: change, key: "key", id: 1, mayBeApplied: mayBeApplied, tappedAt: nil)
    let outcome =
      switch await model.send(outgoing, on: base, in: context) {
      case .applied: "applied"
      case .waiting: "waiting"
      case .rejected(let rejection, _): text(rejection)
      default: "sent"
      }
    return "\(outcome), \(transport.requests.count) requests"
  }

  /// Makes a body with a cart that of a problem as well.
  private func problem(_ code: String, status: Int, in body: inout [String: Any]) {
    (body["code"], body["type"]) = (code, ServiceProblem.type)
    body["status"] = status
  }
}

extension StubTransport {
  /// Prepares responses to the next requests; there are none after them.
  fileprivate func prepare(_ responses: HTTPResponse...) {
    prepare(responses.map { .success($0) })
  }
}
