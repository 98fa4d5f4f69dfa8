import Commerce
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
  private static func read(_ edit: (inout Object) -> Void) throws -> OrderDocument {
    var body = try body()
    edit(&body)
    let data = try JSONSerialization.data(withJSONObject: body)
    return try JSONDecoder().decode(OrderDocument.self, from: data)
  }

  /// Sets the value at a path of keys and indices, such as `lines.0.item.name`; `nil` removes it.
  private static func set(_ value: Any?, at path: String, in object: inout Object) {
    object = set(value, at: path.split(separator: ".")[...], in: object) as? Object ?? [:]
  }

  private static func set(_ value: Any?, at path: ArraySlice<Substring>, in node: Any) -> Any? {
    guard let key = path.first else { return value }
    if var object = node as? Object {
      object[String(key)] = set(value, at: path.dropFirst(), in: object[String(key)] ?? Object())
      return object
    }
    guard var array = node as? [Any], let index = Int(key) else { return node }
    if let new = set(value, at: path.dropFirst(), in: array[index]) {
      array[index] = new
    } else {
      array.remove(at: index)
    }
    return array
  }

  /// Returns the paths of all values in a body, each list with its first element.
  private static func paths(of node: Any) -> [String] {
    let members =
      (node as? Object).map { $0.map { ($0.key, $0.value) } }
      ?? (node as? [Any])?.prefix(1).map { ("0", $0) } ?? []
    return members.flatMap { name, value in
      [name] + paths(of: value).map { "\(name).\($0)" }
    }
  }

  @Test func `Every field but the id, the revision and the status may be odd`() throws {
    let known = try Self.read { $0["revision"] = 3 }.order(after: nil).order
    let odd: [Any?] = [
      nil, NSNull(), [1, "a"], ["a": 1], true, "", "x", -1, 0, Int.max, Double.infinity.nextDown,
      [Any](), Object(), String(repeating: "x", count: 10_000),
    ]
    let paths = Self.paths(of: try Self.body())
    #expect(paths.count > 60)
    for path in paths where !["id", "revision", "status"].contains(path) {
      for value in odd {
        let document = try Self.read {
          ($0["status"], $0["revision"]) = ("fulfilled", 4)
          Self.set(value, at: path, in: &$0)
        }
        for stored in [known, nil] {
          let order = document.order(after: stored).order
          #expect(order.status == .fulfilled && order.revision == 4 && order.finishedAt != nil)
          #expect(stored == nil || !order.lines.isEmpty, "\(path): \(value ?? "missing")")
          #expect(!order.number.isEmpty && Set(order.lines.map(\.id)).count == order.lines.count)
        }
      }
    }
  }

  @Test(arguments: ["id", "revision", "status"])
  func `An order without a readable id, revision or status is unreadable`(_ name: String) throws {
    for value in [nil, NSNull(), ["a": 1], true, "", -1, [Any]()] as [Any?] {
      var body = try Self.body()
      body[name] = value
      let found = try Self.list([body]).orders(of: nil)
      #expect(found.orders.isEmpty && found.problems.count == 1)
    }
  }

  @Test func `A line that cannot be shown is left out, and the others are shown`() throws {
    let known = try Self.read { _ in }.order(after: nil).order
    #expect(known.lines.map(\.id) == ["1", "2", "3", "4"])
    for (value, path) in [
      (0, "quantity"), (-1, "quantity"), (100_001, "quantity"), ("2", "quantity"),
      (nil, "item.name"), (" ", "item.name"), (nil, "item"),
    ] as [(Any?, String)] {
      let document = try Self.read { Self.set(value, at: "lines.1.\(path)", in: &$0) }
      #expect(document.unreadable == ["lines"], "\(path): \(value ?? "missing")")
      for stored in [known, nil] {
        #expect(document.order(after: stored).order.lines.map(\.id) == ["1", "3", "4"])
      }
    }
  }

  @Test func `A line with an odd id or amount is shown, under an id of its own`() throws {
    for (value, path, ids) in [
      (1_000_000_000_001, "total", ["1", "2", "3", "4"]),
      (nil, "unitPrice", ["1", "2", "3", "4"]), (true, "discount", ["1", "2", "3", "4"]),
      (nil, "id", ["1", "", "3", "4"]), ("1", "id", ["1", "1'", "3", "4"]),
      (3, "id", ["1", "3", "3'", "4"]), ([1], "id", ["1", "", "3", "4"]),
    ] as [(Any?, String, [String])] {
      let document = try Self.read { Self.set(value, at: "lines.1.\(path)", in: &$0) }
      let order = document.order(after: nil).order
      #expect(document.unreadable == ["lines"] && order.lines.map(\.id) == ids)
      #expect(order.lines.allSatisfy { $0.quantity > 0 } && order.totalsAddUp == (path == "id"))
    }
  }

  @Test func `An id or number that is a JSON number is the same as its text`() throws {
    let document = try Self.read { body in
      (body["id"], body["number"], body["account"]) = (1_042, 42, 7)
      Self.set(1, at: "lines.0.id", in: &body)
    }
    #expect(document.id == "1042" && document.unreadable.isEmpty)
    let order = document.order(after: nil).order
    #expect(order.id == "1042" && order.number == "42" && order.lines[0].id == "1")
    var body = try Self.body()
    body["account"] = 7
    #expect(try Self.list([body]).orders(of: "7").orders.count == 1)
    #expect(try Self.list([body]).orders(of: "8").orders.isEmpty)
    body["id"] = -1
    #expect(try Self.list([body]).orders(of: nil).orders.isEmpty)
  }

  @Test func `A blank number is the id, and the fraction of a time is ignored`() throws {
    for number in ["", " "] {
      #expect(try Self.read { $0["number"] = number }.order(after: nil).order.number == "N-1")
    }
    let document = try Self.read { $0["createdAt"] = 1_700_000_000.75 }
    #expect(document.unreadable.isEmpty)
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(document.order(after: nil).order.createdAt == time)
  }

  @Test func `A line is shown without the details that cannot be read`() throws {
    for name in ["variantName", "details", "image", "configuration"] {
      let lines = try Self.read { Self.set(7, at: "lines.0.item.\(name)", in: &$0) }
        .order(after: nil).order.lines
      #expect(lines.count == 4 && lines[0].name == "Pepperoni" && lines[0].quantity == 2)
    }
  }

  @Test func `An order without a line that can be shown keeps the last known ones`() throws {
    let known = try Self.read { _ in }.order(after: nil).order
    for value in [[Any](), NSNull(), [[1]], nil] as [Any?] {
      let document = try Self.read { $0["lines"] = value }
      #expect(document.unreadable == ["lines"])
      #expect(document.order(after: known).order.lines == known.lines)
      #expect(document.order(after: nil).order.lines.isEmpty)
    }
  }

  @Test func `Without a readable sum the last known one stays, and a new order has none`() throws {
    let known = try Self.read { _ in }.order(after: nil).order
    for path in ["totals", "totals.due"] {
      let document = try Self.read { Self.set(nil, at: path, in: &$0) }
      #expect(document.unreadable == ["totals"])
      #expect(document.order(after: known).order.totals == known.totals)
      let new = document.order(after: nil).order
      #expect(new.totals.due.currency.rawValue == "XXX" && !new.totalsAddUp)
    }
    for path in ["totals.items", "totals.discount", "totals.fees", "totals.fees.0.amount"] {
      let document = try Self.read { Self.set("1", at: path, in: &$0) }
      #expect(document.unreadable == ["totals"])
      let order = document.order(after: nil).order
      #expect(order.totals.due == known.totals.due && !order.totalsAddUp)
    }
  }

  @Test func `Without a currency the amounts have that of the stored order`() throws {
    let known = try Self.read { _ in }.order(after: nil).order
    for value in [nil, "tenge", 398] as [Any?] {
      let document = try Self.read { $0["currency"] = value }
      #expect(document.unreadable == ["currency"])
      #expect(document.order(after: known).order == known)
      #expect(document.order(after: nil).order.lines[0].total.currency.rawValue == "XXX")
    }
  }

  @Test(arguments: [
    ("revision", 1...Int.max), ("lines.0.quantity", 1...100_000),
    ("lines.0.unitPrice", -1_000_000_000_000...1_000_000_000_000),
    ("totals.due", -1_000_000_000_000...1_000_000_000_000),
    ("refund.amount", -1_000_000_000_000...1_000_000_000_000),
    ("createdAt", 0...253_402_300_799), ("finishedAt", 0...253_402_300_799),
    ("steps.0.at", 0...253_402_300_799), ("promised.from", 0...253_402_300_799),
    ("promised.to", 0...253_402_300_799), ("cancelableUntil", 0...253_402_300_799),
  ])
  func `A number is readable exactly in its range`(path: String, range: ClosedRange<Int>) throws {
    func isReadable(_ number: Int) -> Bool {
      do {
        let document = try Self.read { Self.set(number, at: path, in: &$0) }
        return document.isReadable && document.unreadable.isEmpty
      } catch { return false }
    }
    for number in [range.lowerBound, range.upperBound] { #expect(isReadable(number), "\(number)") }
    #expect(!isReadable(range.lowerBound - 1))
    if range.upperBound < .max { #expect(!isReadable(range.upperBound + 1)) }
  }

  @Test(arguments: ["steps", "contacts", "lines"])
  func `A list has at most 200 elements`(path: String) throws {
    let first = try #require((try Self.body()[path] as? [Object])?.first)
    for (count, isWhole) in [(1, true), (200, true), (201, false)] {
      let document = try Self.read {
        $0[path] = (0..<count).map { index in
          first.merging(path == "lines" ? ["id": "\(index)"] : [:]) { $1 }
        }
      }
      #expect(document.unreadable.isEmpty == isWhole)
      let order = document.order(after: nil).order
      #expect(
        [order.steps.count, order.contacts.count, order.lines.count].contains(min(count, 200)))
    }
  }

  @Test func `An order that has ended has a time of its end, and no other order has`() throws {
    let ended = try Self.read { $0["finishedAt"] = nil }.order(after: nil).order
    #expect(ended.finishedAt == ended.steps.last?.time && ended.finishedAt != nil)
    #expect(
      try Self.read { $0["status"] = "inTransit" }.order(after: ended).order.finishedAt == nil)
    for (time, hasEnded) in [(nil, false), (1_700_000_000.5, true)] as [(Double?, Bool)] {
      let unknown = try Self.read { ($0["status"], $0["finishedAt"]) = ("refunded", time) }
      #expect(unknown.order(after: ended).order.hasEnded == hasEnded)
    }
  }

  @Test func `An id can be a component of a path`() throws {
    let most = String(repeating: "a", count: 64)
    for id in ["a", "7", "N-1", "n_1.z", "...", most] { #expect(Order.isID(id), "\(id)") }
    for id in ["", ".", "..", "a/b", "ж", "a b", "a?", "a%2F", "²", most + "a"] {
      #expect(!Order.isID(id), "\(id)")
    }
  }

  // MARK: Lists

  private static func list(_ orders: [Object]) throws -> OrderListDocument {
    let list: Object = ["revision": 1, "now": 1_700_000_000, "orders": orders]
    let data = try JSONSerialization.data(withJSONObject: list)
    return try JSONDecoder().decode(OrderListDocument.self, from: data)
  }

  @Test func `An order that is in a list twice counts once, with its highest revision`() throws {
    let order = try Self.body()
    var (other, newer, older) = (order, order, order)
    other["id"] = "N-2"
    (newer["revision"], older["revision"]) = (50, 1)

    let found = try Self.list([order, other, newer, older]).orders(of: nil)

    #expect(found.orders.map(\.id) == ["N-1", "N-2"] && found.problems.isEmpty)
    #expect(found.orders.first?.revision == 50)
  }

  @Test func `A problem names the order as far as the list does`() throws {
    let long = String(repeating: "a", count: 70)
    let elements: [Object] = [["id": "N-1"], ["id": long], ["id": 1], [:], ["id": true]]

    let found = try Self.list(elements).orders(of: nil)

    #expect(found.orders.isEmpty)
    #expect(found.problems.map(\.order) == ["N-1", String(long.prefix(64)), "1", "", ""])
    for problem in found.problems {
      guard case .unreadable = problem.kind else {
        Issue.record("\(problem)")
        continue
      }
    }
  }

  @Test func `Only an order with another owner is one of another account`() throws {
    let own = try Self.body().merging(["account": "ada"]) { $1 }
    let foreign = own.merging(["id": "N-2", "account": "bob"]) { $1 }
    let unowned = try Self.body().merging(["id": "N-3"]) { $1 }
    let list = try Self.list([own, foreign, unowned])
    let found = list.orders(of: "ada")
    #expect(found.orders.map(\.id) == ["N-1", "N-3"])
    #expect(found.problems == [OrderProblem("N-2", .anotherAccount)])
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

extension OrderDocument {
  /// The names of the unreadable parts.
  fileprivate var unreadable: [String] { order(after: nil).unreadable }
}
