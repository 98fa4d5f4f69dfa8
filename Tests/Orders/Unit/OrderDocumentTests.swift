import Foundation
import Networking
import OrdersTestSupport
import Sandbox
import StorageTestSupport
import SyncTestSupport
import Testing

@testable import Orders

struct OrderDocumentTests {
  private typealias Object = [String: Any]

  /// Returns the body of an order in transit, or of a canceled one, with every field.
  private static func body(isCanceled: Bool = true) throws -> Object {
    var server = OrderServerModel()
    server.place("N-1", key: "key-1", cart: .evening)
    server.now += 1_900
    if isCanceled { server.cancelElsewhere("N-1") }
    let data = try JSONEncoder().encode(#require(server.order("N-1")))
    var body = try #require(JSONSerialization.jsonObject(with: data) as? Object)
    body["reason"] = "The oven is broken"
    body["cancelableUntil"] = 1_700_000_180
    return body
  }

  /// Reads an order whose body was edited.
  private static func read(_ edit: (inout Object) -> Void) throws -> Order {
    var body = try body()
    edit(&body)
    let data = try JSONSerialization.data(withJSONObject: body)
    return try JSONDecoder().decode(OrderDocument.self, from: data).order()
  }

  /// Sets the value at a path of keys and indices, such as `lines.0.item.name`.
  private static func set(_ value: Any, at path: String, in object: inout Object) {
    object = set(value, at: path.split(separator: ".")[...], in: object) as? Object ?? [:]
  }

  private static func set(_ value: Any, at path: ArraySlice<Substring>, in node: Any) -> Any {
    guard let key = path.first else { return value }
    if var object = node as? Object {
      object[String(key)] = set(value, at: path.dropFirst(), in: object[String(key)] ?? Object())
      return object
    }
    guard var array = node as? [Any], let index = Int(key) else { return node }
    array[index] = set(value, at: path.dropFirst(), in: array[index])
    return array
  }

  private static func accepts(_ value: Any, at path: String) throws -> Bool {
    do {
      _ = try read { set(value, at: path, in: &$0) }
      return true
    } catch is UnusableBody {
      return false
    }
  }

  @Test(arguments: [
    ("revision", 1...Int.max), ("lines.0.quantity", 1...100_000),
    ("lines.0.unitPrice", -1_000_000_000_000...1_000_000_000_000),
    ("lines.0.total", -1_000_000_000_000...1_000_000_000_000),
    ("lines.0.discount", -1_000_000_000_000...1_000_000_000_000),
    ("totals.items", -1_000_000_000_000...1_000_000_000_000),
    ("totals.discount", -1_000_000_000_000...1_000_000_000_000),
    ("totals.fees.0.amount", -1_000_000_000_000...1_000_000_000_000),
    ("totals.due", -1_000_000_000_000...1_000_000_000_000),
    ("refund.amount", -1_000_000_000_000...1_000_000_000_000),
    ("createdAt", 0...253_402_300_799), ("finishedAt", 0...253_402_300_799),
    ("steps.0.at", 0...253_402_300_799), ("promised.from", 0...253_402_300_799),
    ("promised.to", 0...253_402_300_799), ("cancelableUntil", 0...253_402_300_799),
  ])
  func `A number is accepted exactly in its range`(path: String, range: ClosedRange<Int>) throws {
    for number in [range.lowerBound, range.upperBound] {
      #expect(try Self.accepts(number, at: path), "\(number)")
    }
    #expect(try !Self.accepts(range.lowerBound - 1, at: path))
    guard range.upperBound < .max else { return }
    #expect(try !Self.accepts(range.upperBound + 1, at: path))
  }

  @Test(arguments: [
    "number", "status", "key", "reason", "fulfilment.kind", "fulfilment.place", "fulfilment.text",
    "unit.id", "unit.name", "unit.address", "courier.name", "courier.phone", "contacts.0.value",
    "steps.0.status", "totals.fees.0.kind", "lines.0.id", "lines.0.kind", "lines.0.item.name",
    "lines.0.item.variantName", "lines.0.item.image", "lines.0.item.details.0",
  ])
  func `A text has at most 1,000 bytes`(path: String) throws {
    #expect(try Self.accepts(String(repeating: "ж", count: 500), at: path))
    #expect(try !Self.accepts(String(repeating: "ж", count: 500) + "a", at: path))
  }

  @Test(arguments: [("steps", 100), ("totals.fees", 100), ("contacts", 100), ("lines", 200)])
  func `A list has a largest number of elements`(path: String, limit: Int) throws {
    let body = try Self.body()
    let totals = body["totals"] as? Object
    let list = try #require((body[path] ?? totals?["fees"]) as? [Object])
    func elements(_ count: Int) -> [Object] {
      (0..<count).map { index in
        var element = list[0]
        if path == "lines" { element["id"] = "\(index)" }
        return element
      }
    }
    #expect(try Self.accepts(elements(1), at: path))
    #expect(try Self.accepts(elements(limit), at: path))
    #expect(try !Self.accepts(elements(limit + 1), at: path))
    #expect(try Self.accepts(elements(0), at: path) == (path != "lines"))
  }

  @Test func `A configuration has at most 100 modifiers, removed ingredients and parts`() throws {
    func configuration(_ modifiers: Int, _ removed: Int, _ parts: [Object]) -> Object {
      [
        "product": "p", "modifiers": (0..<modifiers).map { ["id": "\($0)", "count": 1] as Object },
        "removed": (0..<removed).map { "\($0)" },
        "parts": parts.map { ["slot": "s", "configuration": $0] as Object },
      ]
    }
    // 40 + 30 + 2 * (1 + 14)
    let part = configuration(10, 4, [])
    let path = "lines.0.item.configuration"
    #expect(try Self.accepts(configuration(40, 30, [part, part]), at: path))
    #expect(try !Self.accepts(configuration(41, 30, [part, part]), at: path))
    #expect(try !Self.accepts(configuration(40, 31, [part, part]), at: path))
    #expect(try !Self.accepts(configuration(40, 30, [part, configuration(10, 5, [])]), at: path))
  }

  @Test func `A line has an id of its own`() throws {
    #expect(try !Self.accepts("2", at: "lines.0.id"))
    #expect(try Self.accepts("another", at: "lines.0.id"))
  }

  @Test func `An id can be a component of a path`() throws {
    #expect(try !Self.accepts("a/b", at: "id"))
    let most = String(repeating: "a", count: 64)
    for id in ["a", "7", "N-1", "n_1.z", "...", most] { #expect(Order.isID(id), "\(id)") }
    for id in ["", ".", "..", "a/b", "ж", "a b", "a?", "a%2F", "²", most + "a"] {
      #expect(!Order.isID(id), "\(id)")
    }
  }

  @Test(arguments: [("id", "id "), ("currency", "currency ")])
  func `The reason names at most 20 characters of a bad text`(key: String, start: String) throws {
    let text = String(repeating: "/", count: 30)
    #expect(throws: UnusableBody(reason: start + text.prefix(20))) {
      try Self.read { $0[key] = text }
    }
    #expect(throws: UnusableBody(reason: "line " + text.prefix(20))) {
      try Self.read {
        Self.set(0, at: "lines.0.quantity", in: &$0)
        Self.set(text, at: "lines.0.id", in: &$0)
      }
    }
  }

  // MARK: Lists

  private static func list(_ orders: [Object]) throws -> OrderListDocument {
    let list: Object = ["revision": 1, "now": 1_700_000_000, "orders": orders]
    let data = try JSONSerialization.data(withJSONObject: list)
    return try JSONDecoder().decode(OrderListDocument.self, from: data)
  }

  @Test func `An order that is in a list twice counts once`() throws {
    let order = try Self.body()
    var other = order
    other["id"] = "N-2"

    let (orders, problems) = try Self.list([order, other, order]).orders(of: nil)

    #expect(orders.map(\.id) == ["N-1", "N-2"] && problems.isEmpty)
  }

  @Test func `A problem names the order as far as the list does`() throws {
    let long = String(repeating: "a", count: 70)
    let elements: [Object] = [["id": "N-1"], ["id": long], ["id": 1], [:]]

    let (orders, problems) = try Self.list(elements).orders(of: nil)

    #expect(orders.isEmpty)
    #expect(problems.map(\.order) == ["N-1", String(long.prefix(64)), "", ""])
    for problem in problems {
      guard case .unreadable = problem.kind else {
        Issue.record("\(problem)")
        continue
      }
    }
  }

  @Test func `Only an order with another owner is one of another account`() throws {
    var own = try Self.body()
    own["account"] = "ada"
    var foreign = own
    (foreign["id"], foreign["account"]) = ("N-2", "bob")
    var unowned = own
    unowned["id"] = "N-3"
    unowned["account"] = nil

    let list = try Self.list([own, foreign, unowned])

    let (orders, problems) = list.orders(of: "ada")
    #expect(orders.map(\.id) == ["N-1", "N-3"])
    #expect(problems == [OrderProblem("N-2", .anotherAccount)])
    #expect(list.orders(of: nil).orders.count == 3)
  }

  // MARK: Requests

  @Test func `A response for one order with another order is unusable, and says why`() throws {
    let server = OrderServer(
      transport: SandboxServer(OrderServerModel()), account: "ada",
      time: ServerTime(ContinuousClock()))
    func reason(_ orders: [Object], _ id: Order.ID) throws -> String? {
      let list: Object = ["revision": 1, "now": 1_700_000_000, "orders": orders]
      let body = try JSONSerialization.data(withJSONObject: list)
      do throws(UnusableBody) {
        _ = try server.readOrder(id, HTTPResponse(status: 200, body: body))
        return nil
      } catch {
        return error.reason
      }
    }
    var order = try Self.body()
    order["account"] = nil
    #expect(try reason([order], "N-1") == nil)
    #expect(try reason([order], "N-2") == "another order")
    #expect(try reason([], "N-1") == "another order")
    order["account"] = "bob"
    #expect(try reason([order], "N-1") == "anotherAccount")
  }

  @Test func `A sleep says whether its time was reached`() async {
    let clock = VirtualClock()
    let time = ServerTime(clock)
    #expect(await time.sleep(until: .zero))
    let canceled = Task { await time.sleep(until: .seconds(60)) }
    canceled.cancel()
    #expect(await !canceled.value)
    let sleeping = Task { await time.sleep(until: .seconds(60)) }
    while clock.next == nil { await Task.yield() }
    clock.jump(by: .seconds(60))
    #expect(await sleeping.value && time.elapsed == .seconds(60))
  }

  @Test func `Every request limits its response to a mebibyte, and a cancellation is JSON`()
    async throws
  {
    let device = OrdersDevice(.memory)
    try await device.sessionWithOrder { orders in
      _ = try await orders.order("N-1")
      _ = try await orders.history(after: nil)
      try await orders.cancel("N-1")
      await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
    }
    let requests = device.server.requests
    #expect(Set(requests.map(\.path)).count == 3)
    #expect(requests.allSatisfy { $0.sizeLimit == 1 << 20 })
    let methods = Set(requests.map(\.method))
    #expect(methods == [.get, .post(HTTPRequest.Body(Data("{}".utf8), .json))])
  }
}
