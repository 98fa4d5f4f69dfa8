import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Sandbox
import Testing

@testable import Cart
@testable import Sync

@Suite("A cart in a response")
struct ServerCartTests {
  /// Returns a valid cart with the given errors.
  private func cart(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> ServerCart {
    let json = """
      {"id":"c","version":3,"city":1,"currency":"KZT","lines":[
        {"kind":"chosen","id":"","item":\(item),"quantity":2,"unitPrice":600,"total":1200,
         "discounts":[{"code":"TENTH","amount":120}],"final":1080,"problems":[]}],
       "promos":[{"code":"TENTH","status":"applied","amount":120}],
       "fees":[{"kind":"delivery","amount":500}],
       "totals":{"items":1200,"discounts":[{"code":"TENTH","amount":120}],"discount":120,"due":1580},
       "minimum":1000,"problems":[]}
      """
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    change(&object)
    let body = try JSONSerialization.data(withJSONObject: object)
    return try HTTPResponse(status: 200, body: body).json(CartDocument.self).cart()
  }

  private var item: String {
    do { return String(decoding: try JSONEncoder().encode(CartItem.cola), as: UTF8.self) } catch {
      return "\(error)"
    }
  }

  private func line(
    _ change: @escaping (inout [String: Any]) -> Void
  ) -> (inout [String: Any]) -> Void {
    { cart in
      guard var lines = cart["lines"] as? [[String: Any]] else { return }
      change(&lines[0])
      cart["lines"] = lines
    }
  }

  @Test func `A valid cart is decoded unchanged`() throws {
    let cart = try cart()

    #expect(cart.problems.isEmpty)
    #expect(cart.lines.map(\.id) == [CartItem.cola.line])
    #expect(cart.totals.due.minorUnits == 1_580)
    #expect(cart.totals.isEstimate == false)
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

  @Test(arguments: ["items", "discount", "due"])
  func `Sums that differ from the lines are a problem, and what is shown still adds up`(
    _ name: String
  ) throws {
    let cart = try cart { cart in
      guard var totals = cart["totals"] as? [String: Any] else { return }
      totals[name] = 999
      cart["totals"] = totals
    }

    #expect(cart.problems == [.sumsDiffer])
    #expect(cart.totals.isEstimate)
    #expect(cart.totals.due.minorUnits == 1_580)
  }

  @Test func `A line that contradicts its final price is a problem of the cart`() throws {
    let cart = try cart(line { $0["final"] = 1_079 })

    #expect(cart.problems == [.sumsDiffer])
  }

  @Test func `A discount without a share in any line is a problem of the cart`() throws {
    let cart = try cart { cart in
      guard var totals = cart["totals"] as? [String: Any] else { return }
      totals["discounts"] = [["code": "OTHER", "amount": 120]]
      cart["totals"] = totals
    }

    #expect(cart.problems == [.sumsDiffer])
  }

  @Test func `An invalid cart is refused with the path of the error`() {
    let wrong: [(inout [String: Any]) -> Void] = [
      { $0["currency"] = "tenge" }, { $0["currency"] = "RSD" }, { $0["version"] = 0 },
      { $0["minimum"] = Int64.max }, { $0["lines"] = NSNull() },
      line { $0["quantity"] = 0 }, line { $0["quantity"] = -1 }, line { $0["quantity"] = 1 << 40 },
      line { $0["unitPrice"] = Int64.max }, line { $0["total"] = Int64.min },
      line { $0["discounts"] = [["code": "A", "amount": -5]] }, line { $0["item"] = [:] },
      { cart in
        guard let lines = cart["lines"] as? [Any] else { return }
        cart["lines"] = lines + lines
      },
    ]
    for change in wrong {
      #expect(throws: (any Error).self) { try self.cart(change) }
    }
  }

  /// The reason for which a cart with the given errors is unusable; `nil` if it is usable.
  private func problem(_ change: (inout [String: Any]) -> Void) -> String? {
    do { _ = try cart(change) } catch { return (error as? UnusableBody)?.reason ?? "\(error)" }
    return nil
  }

  @Test func `an unusable cart is described briefly, also if its texts are long`() {
    let long = String(repeating: "x", count: 100)
    #expect(problem { $0["currency"] = long } == "currency \(long.prefix(20))")
    let named = line { line in
      var item = line["item"] as? [String: Any] ?? [:]
      item["name"] = long
      (line["item"], line["total"]) = (item, Int64.max)
    }
    #expect(problem(named) == "total of \(long.prefix(40)) of \(Int64.max)")
  }

  @Test func `an amount is in range up to ten billion units, above and below zero`() {
    let largest = Int64(1_000_000_000_000)
    for amount in [largest, -largest] { #expect(problem { $0["minimum"] = amount } == nil) }
    for amount in [largest + 1, -largest - 1] { #expect(problem { $0["minimum"] = amount } != nil) }
  }

  @Test func `the first version of a cart is 1`() {
    #expect(problem { $0["version"] = 1 } == nil)
    #expect(problem { $0["version"] = 0 } == "version 0")
  }

  @Test func `a line has an item that the user could have added, and up to 100,000 units`() {
    let nameless = line { line in
      var item = line["item"] as? [String: Any] ?? [:]
      item["name"] = ""
      line["item"] = item
    }
    #expect(problem(nameless) != nil)
    for quantity in [1, 100_000] { #expect(problem(line { $0["quantity"] = quantity }) == nil) }
    for quantity in [0, 100_001] {
      #expect(problem(line { $0["quantity"] = quantity }) == "quantity \(quantity)")
    }
  }

  @Test func `the prices of a line are the server's`() throws {
    let price = try #require(try cart().lines.first?.price)
    #expect(price.unit.minorUnits == 600 && price.total.minorUnits == 1_200)
    #expect(price.final.minorUnits == 1_080 && !price.isEstimate)
    #expect(price.discounts.map(\.code) == ["TENTH"])
    #expect(price.discounts.map(\.amount.minorUnits) == [120])
  }

  @Test func `a discount of zero is left out, and one of the smallest amount is not`() throws {
    let discounts = [["code": "ZERO", "amount": 0], ["code": "ONE", "amount": 1]]
    let cart = try cart { cart in
      line { line in (line["discounts"], line["final"]) = (discounts, 1_199) }(&cart)
      cart["totals"] = ["items": 1_200, "discounts": discounts, "discount": 1, "due": 1_699]
    }
    #expect(cart.lines.flatMap(\.price.discounts).map(\.code) == ["ONE"])
    #expect(cart.problems.isEmpty)
    #expect(cart.totals.discount.minorUnits == 1)
  }

  @Test func `the discounts of a code are added up over all lines`() throws {
    let cart = try cart { cart in
      line { line in line["discounts"] = [["code": "TENTH", "amount": 100]] }(&cart)
      guard var second = (cart["lines"] as? [[String: Any]])?.first else { return }
      (second["kind"], second["id"]) = ("gift", "7")
      second["discounts"] = [["code": "TENTH", "amount": 20], ["code": "A", "amount": 5]]
      (second["total"], second["final"]) = (25, 0)
      guard var lines = cart["lines"] as? [[String: Any]] else { return }
      lines[0]["final"] = 1_100
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

  @Test func `a problem or a code without a text is shown by its code`() throws {
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

  @Test func `the words for the state of a code are the documented ones`() throws {
    let words: [(String, PromoProblem)] = [
      ("unknown", .unknown), ("expired", .expired), ("notForTheseItems", .notForTheseItems),
      ("used", .used), ("notCombinable", .notCombinable),
    ]
    for (word, problem) in words {
      let cart = try cart { $0["promos"] = [["code": "A", "status": word, "text": "Text"]] }
      #expect(cart.promos.map(\.state) == [.notApplied(problem, text: "Text")])
    }
  }
}
