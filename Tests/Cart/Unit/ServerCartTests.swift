import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Sandbox
import Testing

@testable import Cart
@testable import Sync

/// A cart in a response.
struct ServerCartTests {
  private typealias Object = [String: Any]
  private typealias Edit = (inout Object) -> Void

  @Test func `A valid cart is decoded unchanged`() throws {
    let cart = try cart()

    #expect(cart.problems.isEmpty)
    #expect(cart.lines.map(\.id) == [CartItem.cola.line])
    #expect(cart.totals.due.minorUnits == 1_580)
    #expect(cart.totals.isEstimate == false)
    let price = try #require(cart.lines.first?.price)
    #expect(price.unit.minorUnits == 600 && price.total.minorUnits == 1_200)
    #expect(price.final.minorUnits == 1_080 && !price.isEstimate)
    #expect(price.discounts.map(\.code) == ["TENTH"])
    #expect(price.discounts.map(\.amount.minorUnits) == [120])
  }

  @Test func `A cart that the server does not know is known to be empty`() async throws {
    let server = CartServer(transport: CartServerDouble(), gate: Gate())
    let answer = await server.cart("c", known: nil, unless: nil, in: .almaty)
    guard case .updated(let update, _) = answer else {
      Issue.record("\(answer)")
      return
    }
    var base = CartBase(CartRecord(id: "c", city: 1, left: []))
    update.apply(&base)
    #expect(base.isKnown)
  }

  @Test func `Unknown kinds and codes are preserved and shown`() throws {
    let cart = try cart { cart in
      line { line in
        line["kind"] = "hologram"
        line["id"] = "7"
        line["problems"] = [["code": "tooHot", "text": "Too hot to carry"]]
      }(&cart)
      cart["problems"] = [["code": "raining", "text": "It rains"]]
      cart["promos"] = [["code": "TENTH", "status": "sleeping", "text": "Not on Sundays"]]
      cart["somethingNew"] = [1, 2, 3]
    }

    #expect(cart.lines.map(\.kind) == [.unknown("hologram")])
    #expect(cart.lines.map(\.id.rawValue) == ["hologram 7"])
    #expect(cart.lines.map(\.problems) == [[.other(code: "tooHot", text: "Too hot to carry")]])
    #expect(cart.problems == [.other(code: "raining", text: "It rains")])
    #expect(
      cart.promos.map(\.state) == [.notApplied(.other("sleeping"), text: "Not on Sundays")])
  }

  @Test func `Sums that differ from the lines are a problem, and what is shown still adds up`()
    throws
  {
    let discounts = [["code": "OTHER", "amount": 120]]
    for (name, value) in [
      ("items", 999), ("discount", 999), ("due", 999), ("discounts", discounts),
    ]
      as [(String, Any)]
    {
      let cart = try cart { $0["totals"] = changed($0["totals"]) { $0[name] = value } }
      #expect(cart.problems == [.sumsDiffer], "\(name)")
      #expect(cart.totals.isEstimate && cart.totals.due.minorUnits == 1_580)
    }
    #expect(try cart(line { $0["final"] = 1_079 }).problems == [.sumsDiffer])
  }

  @Test func `A cart that cannot be is refused, and described briefly`() throws {
    let long = String(repeating: "x", count: 100)
    let rows: [(Edit, reason: String?)] = [
      ({ $0["currency"] = long }, "currency \(long.prefix(20))"), ({ $0["currency"] = "RSD" }, nil),
      ({ $0["version"] = 0 }, "version 0"), ({ $0["lines"] = NSNull() }, nil),
      (
        { cart in cart["lines"] = ((cart["lines"] as? [Any]) ?? []).flatMap { [$0, $0] } },
        "a line twice"
      ),
      (line { $0["quantity"] = 0 }, "quantity 0"),
      (line { $0["quantity"] = 100_001 }, "quantity 100001"),
      (line { $0["unitPrice"] = Int64.max }, nil), (line { $0["item"] = [:] }, nil),
      (line { $0["discounts"] = [["code": "A", "amount": -5]] }, "discount of -5"),
      (line { $0["item"] = changed($0["item"]) { $0["name"] = "" } }, nil),
      (
        line { line in
          line["item"] = changed(line["item"]) { $0["name"] = long }
          line["total"] = Int64.max
        }, "total of \(long.prefix(40)) of \(Int64.max)"
      ),
    ]
    for (edit, reason) in rows {
      let error = #expect(throws: (any Error).self) { try self.cart(edit) }
      guard let reason else { continue }
      #expect((error as? UnusableBody)?.reason == reason)
    }
  }

  @Test func `The version, the quantity and an amount have exact limits`() throws {
    let largest = Int64(1_000_000_000_000)
    for amount in [largest, -largest] { _ = try cart { $0["minimum"] = amount } }
    for amount in [largest + 1, -largest - 1] {
      #expect(throws: UnusableBody.self) { try cart { $0["minimum"] = amount } }
    }
    _ = try cart { $0["version"] = 1 }
    for quantity in [1, 100_000] { _ = try cart(line { $0["quantity"] = quantity }) }
  }

  @Test func `A discount of zero is left out, and one of the smallest amount is not`() throws {
    let discounts = [["code": "ZERO", "amount": 0], ["code": "ONE", "amount": 1]]
    let cart = try cart { cart in
      line { line in (line["discounts"], line["final"]) = (discounts, 1_199) }(&cart)
      cart["totals"] = ["items": 1_200, "discounts": discounts, "discount": 1, "due": 1_699]
    }
    #expect(cart.lines.flatMap(\.price.discounts).map(\.code) == ["ONE"])
    #expect(cart.problems.isEmpty)
    #expect(cart.totals.discount.minorUnits == 1)
  }

  @Test func `The discounts of a code are added up over all lines`() throws {
    let cart = try cart { cart in
      guard var lines = cart["lines"] as? [Object], var second = lines.first else { return }
      lines[0]["discounts"] = [["code": "TENTH", "amount": 100]]
      lines[0]["final"] = 1_100
      (second["kind"], second["id"]) = ("gift", "7")
      second["discounts"] = [["code": "TENTH", "amount": 20], ["code": "A", "amount": 5]]
      (second["total"], second["final"]) = (25, 0)
      cart["lines"] = lines + [second]
      let parts = [
        ["code": "A", "amount": 5], ["code": "TENTH", "amount": 70],
        ["code": "TENTH", "amount": 50],
      ]
      cart["totals"] = ["items": 1_225, "discounts": parts, "discount": 125, "due": 1_600]
    }
    #expect(cart.problems.isEmpty)
    #expect(cart.lines.map(\.id.rawValue) == [CartItem.cola.line.rawValue, "gift 7"])
    #expect(cart.totals.discounts.map(\.amount.minorUnits) == [120, 5])
    #expect(cart.quantity(of: CartItem.cola.line) == 2)
    #expect(cart.quantity(of: CartItem.margherita.line) == 0)
  }

  @Test func `A problem or a code without a text is shown by its code`() throws {
    let cart = try cart { cart in
      line { line in
        line["problems"] = [
          ["code": "tooHot"], ["code": "limited"], ["code": "limited", "limit": 3],
          ["code": "soldOut", "text": "Sold out"],
        ]
      }(&cart)
      cart["problems"] = [["code": "raining"]]
      cart["promos"] = [
        ["code": "A", "status": "sleeping"], ["code": "B", "status": "belowMinimum"],
        ["code": "C", "status": "applied"], ["code": "D", "status": "belowMinimum", "missing": 9],
      ]
    }
    #expect(
      cart.lines.map(\.problems) == [
        [
          .other(code: "tooHot", text: "tooHot"), .other(code: "limited", text: "limited"),
          .limited(to: 3), .soldOut,
        ]
      ])
    #expect(cart.problems == [.other(code: "raining", text: "raining")])
    func money(_ amount: Int64) -> Money { Money(amount, cart.currency) }
    #expect(
      cart.promos.map(\.state) == [
        .notApplied(.other("sleeping"), text: "sleeping"),
        .notApplied(.belowMinimum(missing: money(0)), text: "belowMinimum"), .applied(money(0)),
        .notApplied(.belowMinimum(missing: money(9)), text: "belowMinimum"),
      ])
  }

  /// Returns a valid cart with the given errors.
  private func cart(_ edit: Edit = { _ in }) throws -> ServerCart {
    let discounts = [["code": "TENTH", "amount": 120]]
    let response = try HTTPResponse.cart(2, version: 3) { cart in
      line { line in (line["discounts"], line["final"]) = (discounts, 1_080) }(&cart)
      cart["promos"] = [["code": "TENTH", "status": "applied", "amount": 120] as Object]
      cart["fees"] = [["kind": "delivery", "amount": 500] as Object]
      cart["totals"] =
        ["items": 1_200, "discounts": discounts, "discount": 120, "due": 1_580] as Object
      cart["minimum"] = 1_000
      edit(&cart)
    }
    return try response.json(CartDocument.self).cart()
  }

  private func line(_ edit: @escaping Edit) -> Edit {
    { cart in cart["lines"] = (cart["lines"] as? [Any])?.map { changed($0, edit) } }
  }

  private func changed(_ value: Any?, _ edit: Edit) -> Object {
    var object = value as? Object ?? [:]
    edit(&object)
    return object
  }
}
