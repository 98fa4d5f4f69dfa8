import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Synchronization
import Testing

@testable import Cart
@testable import Sync

@Suite("The requests of a cart and their responses")
struct CartServerTests {
  /// A server that gives prepared responses in order, and then none.
  private final class PreparedServer: Transport {
    private let state = Mutex((responses: [HTTPResponse](), requests: [HTTPRequest]()))

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func prepare(_ responses: HTTPResponse...) { state.withLock { $0 = (responses, []) } }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let response = state.withLock { state -> HTTPResponse? in
        state.requests.append(request)
        return state.responses.isEmpty ? nil : state.responses.removeFirst()
      }
      guard let response else { throw .timedOut }
      return response
    }
  }

  private let transport = PreparedServer()
  private var server: CartServer { CartServer(transport: transport, gate: Gate()) }
  private let unfetched = UnfetchedCart(id: "old", city: RequestContext.almaty.city, complete: [])

  /// A base with the cart `c`, and with an abandoned cart `old` that was never fetched.
  private var base: CartBase {
    CartBase(
      CartRecord(id: "c", city: RequestContext.almaty.city, left: ["old"], unfetched: [unfetched]))
  }

  private var completed: [CompletedCart] {
    let price = LinePrice.estimate(CartItem.margherita.unitPrice, 2)
    let line = CartLine(
      id: CartItem.margherita.line, kind: .chosen, item: .margherita, quantity: 2, price: price,
      problems: [], status: .confirmed)
    return [CompletedCart(cart: unfetched, lines: [line])]
  }

  /// Returns a response with a cart of colas, which is also a problem if there is a `code`.
  private func cart(
    _ quantity: Int = 1, id: String = "c", version: Int = 1, status: Int = 200, etag: String? = nil,
    problem code: String? = nil, reason: String? = nil, retryAfter: Duration? = nil
  ) throws -> HTTPResponse {
    let sum = 600 * quantity
    var body: [String: Any] = [
      "id": id, "version": version, "city": 1_526_384, "currency": "KZT",
      "lines": [
        [
          "kind": "chosen", "id": "", "quantity": quantity, "unitPrice": 600, "total": sum,
          "discounts": [Any](), "final": sum, "problems": [Any](),
          "item": try JSONSerialization.jsonObject(with: JSONEncoder().encode(CartItem.cola)),
        ] as [String: Any]
      ],
      "promos": [Any](), "fees": [Any](), "minimum": 0, "problems": [Any](),
      "totals": ["items": sum, "discounts": [Any](), "discount": 0, "due": sum] as [String: Any],
    ]
    if let code { (body["code"], body["type"]) = (code, ServiceProblem.type) }
    if code != nil { (body["status"], body["reason"]) = (status, reason) }
    return HTTPResponse(
      status: status, body: try JSONSerialization.data(withJSONObject: body),
      etag: etag.flatMap(ETag.init(rawValue:)), retryAfter: retryAfter)
  }

  private func change(_ edit: CartOperation) -> CartChange {
    CartChange(cart: "c", operation: "o", edit: edit)
  }

  private func addition(_ quantity: Int = 3, base: Int = 1) -> CartChange {
    change(.line(LineEdit(item: .cola, quantity: quantity, base: base, isAddition: true)))
  }

  private var quantity: CartChange {
    change(.line(LineEdit(item: .cola, quantity: 3, base: 1, isAddition: false)))
  }

  private var order: CartChange {
    let shown = PlacedOrder(
      id: "o", city: RequestContext.almaty.city, lines: [], totals: nil, fulfillment: nil)
    return change(.order(OrderContent(due: 600, lines: [], shown: shown)))
  }

  // MARK: Fetching

  /// Fetches the cart, and returns the outcome as text, and the base after the update.
  private func fetch(
    known: ServerCart? = nil, unless validator: String? = nil, _ base: CartBase? = nil
  ) async -> (String, CartBase) {
    var base = base ?? self.base
    switch await server.cart(
      "c", known: known, unless: validator, in: .almaty, completing: completed)
    {
    case .updated(let update, let validator):
      update.apply(&base)
      base.addCompleted()
      return ("updated \(validator ?? "")", base)
    case .notModified: return ("not modified", base)
    case .failed(.refused(let problem)): return ("refused \(problem.code)", base)
    case .failed(.unusable(let body)): return (body.reason, base)
    case .failed(let failure): return ("\(failure)", base)
    case .closed(let reason): return ("closed \(reason.rawValue)", base)
    }
  }

  @Test func `a fetch has the validator of the known cart, and replaces any version`() async throws
  {
    transport.prepare(try cart(2, version: 4, etag: #""b""#))
    var before = base
    before.server = try JSONDecoder().decode(CartDocument.self, from: cart(version: 9).body).cart()
    let (outcome, after) = await fetch(unless: #""a""#, before)
    #expect(outcome == #"updated "b""#)
    #expect(after.server?.version == 4 && after.server?.quantity(of: CartItem.cola.line) == 2)
    #expect(after.record?.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    let request = try #require(transport.requests.first)
    #expect(request.method == .get && request.path == "/v1/carts/c")
    #expect(request.precondition == ETag(rawValue: #""a""#).map { .hasChanged(since: $0) })

    transport.prepare(try cart())
    _ = await fetch()
    #expect(transport.requests.map(\.precondition) == [nil])
  }

  @Test func `a fetched cart that is another one is not used`() async throws {
    transport.prepare(try cart(id: "d"))
    let (outcome, after) = await fetch()
    #expect(outcome == "another cart" && after == base)
  }

  @Test func `a closed cart is recorded as closed, together with the lines of other carts`() async {
    transport.prepare(HTTPResponse(problem: "cartClosed", status: 404))
    let (outcome, after) = await fetch()
    #expect(outcome == "updated " && after.closed == "c" && after.record?.id == "c")
    #expect(after.record?.abandoned.flatMap(\.lines).map(\.quantity) == [2])
  }

  @Test func `a cart that the server does not have is a new one, unless it has changed meanwhile`()
    async throws
  {
    let known = try cart(version: 2).json(CartDocument.self).cart()
    var current = base
    current.server = known
    let problem = HTTPResponse(problem: "unknownCart", status: 404)

    transport.prepare(problem)
    let (_, removed) = await fetch(known: known, current)
    #expect(removed.server == nil && removed.isNew)
    #expect(removed.record?.abandoned.flatMap(\.lines).map(\.quantity) == [2])

    transport.prepare(problem)
    let (_, changed) = await fetch(known: nil, current)
    #expect(changed.server == known && !changed.isNew)
    #expect(changed.record?.abandoned.count == 1)

    current.record?.id = "d"
    transport.prepare(problem)
    let (_, another) = await fetch(known: known, current)
    #expect(another.server == known && !another.isNew)
  }

  @Test func `another problem of a fetch changes nothing`() async {
    transport.prepare(HTTPResponse(problem: "unknownPath", status: 404))
    let (outcome, after) = await fetch()
    #expect(outcome == "refused unknownPath" && after == base)
  }

  @Test func `the lines of an abandoned cart are known once the service has answered`() async throws
  {
    transport.prepare(
      try cart(2), try cart(id: "d"), HTTPResponse(problem: "cartClosed", status: 404),
      HTTPResponse(problem: "unknownCart", status: 404),
      HTTPResponse(problem: "unknownPath", status: 404), HTTPResponse(status: 503, body: Data()))
    var quantities: [[Int]?] = []
    for _ in 1...6 {
      switch await server.lines(of: "c", in: .almaty) {
      case .lines(let lines): quantities.append(lines.map(\.quantity))
      case .unusable, .ended: quantities.append(nil)
      }
    }
    #expect(quantities == [[2], nil, [], [], nil, nil])
    #expect(transport.requests.allSatisfy { $0.method == .get && $0.path == "/v1/carts/c" })
  }

  // MARK: Sending

  /// Sends a change, and returns the outcome as text, and the base after the update.
  private func send(
    _ change: CartChange, from base: CartBase? = nil
  ) async -> (outcome: String, base: CartBase) {
    var base = base ?? self.base
    switch await server.send(change, key: "key", in: .almaty) {
    case .applied(let update):
      update.apply(&base)
      return ("applied", base)
    case .conflict(let rebased, let update):
      update.apply(&base)
      return ("conflict \(rebased.map { "\($0.edit == addition(5, base: 3).edit)" } ?? "")", base)
    case .rejected(let rejection, _): return ("\(rejection)", base)
    case .unknown: return ("unknown", base)
    case .notSent: return ("not sent", base)
    case .tryLater(let delay):
      return ("later\(delay.map { " \($0.components.seconds)" } ?? "")", base)
    case .closed: return ("closed", base)
    }
  }

  @Test func `a request has the key of its change, and the quantity seen only for an addition`()
    async throws
  {
    let changes = [
      addition(), quantity, change(.promo("A", isWanted: true)),
      change(.fulfillment(CartFulfillment(.pickup, "1"))), order,
    ]
    for change in changes {
      transport.prepare(try cart())
      _ = await send(change)
      let request = try #require(transport.requests.first)
      #expect(request.idempotencyKey?.rawValue == "key")
      #expect(request.path.hasPrefix("/v1/carts/c/"))
      guard case .put(let body) = request.method else { continue }
      let members = try JSONSerialization.jsonObject(with: body.bytes) as? [String: Any]
      #expect(members?["operation"] as? String == "o")
      #expect(members?["seen"] as? Int == (change == addition() ? 1 : nil))
    }
  }

  @Test func `the response to a change is used if it is newer`() async throws {
    transport.prepare(try cart(2, version: 3))
    let first = await send(addition())
    #expect(first.outcome == "applied" && first.base.server?.version == 3)
    transport.prepare(try cart(5, version: 3))
    let second = await send(addition(), from: first.base)
    #expect(second.outcome == "applied" && second.base == first.base)
    transport.prepare(try cart(id: "d"))
    #expect(await send(addition()).outcome == "unknown")
  }

  @Test
  func `a change of a cart that takes none is refused, and one of an unknown path is sent again`()
    async
  {
    for (code, expected) in [
      ("cartClosed", "cartClosed"), ("unknownCart", "cartClosed"), ("unknownPath", "later"),
    ] {
      transport.prepare(HTTPResponse(problem: code, status: 404))
      #expect(await send(quantity).outcome == expected)
      #expect(transport.requests.count == 1)
    }
    transport.prepare(HTTPResponse(problem: "unknownPath", status: 404))
    #expect(await send(order).outcome == "later")
    #expect(transport.requests.count == 1)
  }

  @Test func `an addition that conflicts is rebased, and a quantity is left to the user`()
    async throws
  {
    for code in [nil, "conflict"] {
      for status in [409, 412] {
        transport.prepare(try cart(3, version: 7, status: status, problem: code))
        let added = await send(addition())
        #expect(added.outcome == "conflict true" && added.base.server?.version == 7)
        transport.prepare(try cart(3, version: 7, status: status, problem: code))
        let set = await send(quantity)
        #expect(set.outcome == "conflict " && set.base.server?.version == 7)
      }
    }
  }

  @Test func `a conflict without the cart, or with another status, is no conflict`() async throws {
    transport.prepare(HTTPResponse(problem: "conflict", status: 409))
    #expect(await send(addition()).outcome == "later")
    transport.prepare(HTTPResponse(status: 409, body: Data("{}".utf8), retryAfter: .seconds(7)))
    #expect(await send(addition()).outcome == "later 7")
    for status in [408, 410, 411, 413] {
      transport.prepare(try cart(3, status: status, retryAfter: .seconds(status)))
      #expect(await send(addition()).outcome == "later \(status)")
    }
  }

  @Test func `an order is refused for the server's reason, also if the response has the cart`()
    async throws
  {
    transport.prepare(try cart(status: 409, problem: "otherSum", reason: "It costs more"))
    #expect(await send(order).outcome == #"sumChanged(text: "It costs more")"#)
    transport.prepare(HTTPResponse(problem: "otherSum", status: 422))
    #expect(await send(order).outcome == #"sumChanged(text: "otherSum")"#)
    transport.prepare(HTTPResponse(problem: "soldOut", status: 422, reason: "None left"))
    #expect(await send(addition()).outcome == #"soldOut(text: "None left")"#)
    transport.prepare(HTTPResponse(problem: "tooMany", status: 422, reason: "Too many"))
    #expect(await send(addition()).outcome == #"other(code: "tooMany", text: "Too many")"#)
    transport.prepare(HTTPResponse(problem: "cartClosed", status: 422))
    #expect(await send(addition()).outcome == "cartClosed")
  }

  @Test func `a placed order is recorded under its number`() async {
    transport.prepare(HTTPResponse(status: 201, body: Data(#"{"order":"N-1"}"#.utf8)))
    let (outcome, after) = await send(order)
    #expect(outcome == "applied" && after.record?.ordered == "N-1" && after.record?.id == nil)
  }

  @Test(arguments: ["cartClosed", "unknownCart"])
  func `an order of a cart that takes no changes is searched among the user's orders`(
    _ code: String
  ) async {
    let closed = HTTPResponse(problem: code, status: 404)
    func search(_ response: HTTPResponse?) async -> (outcome: String, base: CartBase) {
      if let response { transport.prepare(closed, response) } else { transport.prepare(closed) }
      return await send(order)
    }
    func orders(_ text: String) -> HTTPResponse {
      HTTPResponse(status: 200, body: Data(#"{"orders":[\#(text)]}"#.utf8))
    }
    let found = await search(orders(#"{"id":"N-7","key":"p"},{"id":"N-8","key":"o"},{"id":"N-9"}"#))
    #expect(found.outcome == "applied" && found.base.record?.ordered == "N-8")
    #expect(transport.requests.map(\.method).last == .get)
    #expect(transport.requests.last?.path == "/v1/orders")
    #expect(transport.requests.last?.query == ["key": "o"])
    #expect(await search(orders(#"{"id":"N-7","key":"p"},{"id":"N-9"}"#)).outcome == "cartClosed")
    #expect(await search(orders("")).outcome == "cartClosed")
    #expect(await search(HTTPResponse(status: 200, body: Data("{}".utf8))).outcome == "later")
    #expect(await search(HTTPResponse(status: 503, body: Data())).outcome == "later")
    #expect(await search(nil).outcome == "later")
  }

  // MARK: Carts of other cities

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

  /// Fetches in Almaty; returns the paths with a mark for a validator, the outcome, and the base.
  private func fetchAll(_ base: CartBase) async -> (requests: [String], outcome: String, CartBase) {
    var base = base
    var outcome = "failed"
    switch await model.fetch(base, unless: #""a""#, in: .almaty) {
    case .updated(let update, _):
      update.apply(&base)
      base.addCompleted()
      outcome = "updated"
    case .notModified: outcome = "not modified"
    case .failed, .closed: break
    }
    let requests = transport.requests.map { request in
      request.path.dropFirst("/v1/carts/".count) + (request.precondition == nil ? "" : " validated")
    }
    return (requests.map { String($0) }, outcome, base)
  }

  @Test func `a fetch also fetches the carts of its city that were abandoned unfetched`()
    async throws
  {
    var base = base
    base.record?.unfetched?.append(UnfetchedCart(id: "far", city: 1, complete: []))
    transport.prepare(try cart(4, id: "old"), try cart(2))
    let (requests, outcome, after) = await fetchAll(base)
    #expect(requests == ["old", "c"] && outcome == "updated")
    #expect(after.record?.abandoned.flatMap(\.lines).map(\.quantity) == [4])
    #expect(after.record?.unfetched?.map(\.id) == ["far"])
    #expect(after.server?.quantity(of: CartItem.cola.line) == 2)
  }

  @Test func `a validator is sent only if the response may contain nothing new`() async throws {
    let known = try cart().json(CartDocument.self).cart()
    var base = base
    base.server = known
    // No lines of the abandoned cart arrive.
    transport.prepare(HTTPResponse(status: 503, body: Data()), try cart(version: 2))
    #expect(await fetchAll(base).requests == ["old", "c validated"])
    transport.prepare(try cart(id: "old"), try cart(version: 2))
    #expect(await fetchAll(base).requests == ["old", "c"])
    base.record?.unfetched = nil
    transport.prepare(try cart(version: 2))
    #expect(await fetchAll(base).requests == ["c validated"])
    base.server = nil
    transport.prepare(try cart(version: 2))
    #expect(await fetchAll(base).requests == ["c"])
  }

  @Test func `a cart is fetched only in its own city`() async throws {
    for record in [CartRecord(city: base.record?.city ?? 0), CartRecord(id: "c", city: 1)] {
      transport.prepare(try cart())
      let none = await fetchAll(CartBase(record))
      #expect(none.requests == [] && none.outcome == "not modified")
      var record = record
      record.unfetched = [unfetched]
      transport.prepare(try cart(4, id: "old"))
      let (requests, outcome, after) = await fetchAll(CartBase(record))
      #expect(requests == ["old"] && outcome == "updated")
      #expect(after.record?.abandoned.flatMap(\.lines).map(\.quantity) == [4])
    }
  }

  /// Sends a change in Almaty, and returns the outcome and the number of requests as text.
  private func sendAny(
    _ change: CartChange, on base: CartBase, mayBeApplied: Bool = false
  ) async throws -> String {
    transport.prepare(try cart())
    let outgoing = OutgoingChange(
      change: change, key: "key", serverIDs: [:], id: 1, mayBeApplied: mayBeApplied)
    let outcome =
      switch await model.send(outgoing, on: base, in: .almaty) {
      case .applied: "applied"
      case .notSent: "not sent"
      case .rejected(let rejection, _): "\(rejection)"
      default: "sent"
      }
    return "\(outcome), \(transport.requests.count) requests"
  }

  @Test func `a change is sent only in the city of its cart, and never for an abandoned cart`()
    async throws
  {
    let old = CartChange(cart: "old", operation: "o", edit: addition().edit)
    #expect(try await sendAny(old, on: base) == "applied, 0 requests")
    #expect(try await sendAny(addition(), on: base) == "applied, 1 requests")
    #expect(
      try await sendAny(change(.promo("A", isWanted: true)), on: base) == "applied, 1 requests")
    var elsewhere = base
    elsewhere.record?.city = 1
    #expect(try await sendAny(addition(), on: elsewhere) == "not sent, 0 requests")
    let foreign = LineEdit(
      item: .sample("burek", "Burek", 1, city: 1), quantity: 1, base: 0, isAddition: true)
    #expect(try await sendAny(change(.line(foreign)), on: base) == "not sent, 0 requests")
  }

  @Test func `a fulfillment is sent with the server's id of its place, or waits for it`()
    async throws
  {
    let home = change(.fulfillment(CartFulfillment(.delivery, "home")))
    #expect(try await sendAny(home, on: base) == "applied, 1 requests")
    guard case .put(let body)? = transport.requests.first?.method else {
      Issue.record("no request")
      return
    }
    #expect(String(decoding: body.bytes, as: UTF8.self).contains("server-home"))
    let new = change(.fulfillment(CartFulfillment(.delivery, "new")))
    #expect(try await sendAny(new, on: base) == "not sent, 0 requests")
  }

  @Test func `the choice of a place that no longer exists is refused`() async throws {
    let removed = change(.fulfillment(CartFulfillment(.delivery, "removed")))
    #expect(try await sendAny(removed, on: base) == "unknownPlace, 0 requests")
  }

  @Test func `an order is sent only with the fulfillment that the user saw`() async throws {
    let rows: [(shown: String?, atServer: String?, first: String, repeated: String)] = [
      ("home", nil, "fulfillmentChanged, 0", "fulfillmentChanged, 0"),
      ("home", "server-office", "fulfillmentChanged, 0", "fulfillmentChanged, 0"),
      ("home", "server-home", "sent, 1", "sent, 1"),
      ("new", "server-new", "not sent, 0", "sent, 1"),
      ("removed", "server-home", "fulfillmentChanged, 0", "sent, 1"),
      (nil, "server-home", "fulfillmentChanged, 0", "fulfillmentChanged, 0"),
      (nil, nil, "sent, 1", "sent, 1"),
    ]
    for row in rows {
      let shown = PlacedOrder(
        id: "o", city: RequestContext.almaty.city, lines: [], totals: nil,
        fulfillment: row.shown.map { CartFulfillment(.delivery, $0) })
      let order = change(.order(OrderContent(due: 600, lines: [], shown: shown)))
      var base = base
      base.server = try known(row.atServer.map { CartFulfillment(.delivery, $0) })
      #expect(try await sendAny(order, on: base) == "\(row.first) requests")
      #expect(
        try await sendAny(order, on: base, mayBeApplied: true) == "\(row.repeated) requests")
      // Only the response of a closed cart tells whether the order was placed.
      base.closed = "c"
      #expect(try await sendAny(order, on: base) == "sent, 1 requests")
    }
  }

  @Test func `an order is compared with the fulfillment of its own cart only`() async throws {
    let shown = PlacedOrder(
      id: "o", city: RequestContext.almaty.city, lines: [], totals: nil,
      fulfillment: CartFulfillment(.delivery, "home"))
    var base = base
    base.server = try known(CartFulfillment(.delivery, "server-office"))
    for (cart, outcome) in [("c", "fulfillmentChanged, 0"), ("earlier", "sent, 1")] {
      let order = CartChange(
        cart: cart, operation: "o",
        edit: .order(OrderContent(due: 600, lines: [], shown: shown)))
      #expect(try await sendAny(order, on: base) == "\(outcome) requests")
    }
  }

  /// Returns the server's cart with this fulfillment.
  private func known(_ fulfillment: CartFulfillment?) throws -> ServerCart {
    var body = try JSONSerialization.jsonObject(with: cart().body) as? [String: Any] ?? [:]
    body["fulfilment"] = try fulfillment.map {
      try JSONSerialization.jsonObject(with: JSONEncoder().encode($0))
    }
    let bytes = try JSONSerialization.data(withJSONObject: body)
    return try HTTPResponse(status: 200, body: bytes).json(CartDocument.self).cart()
  }
}
