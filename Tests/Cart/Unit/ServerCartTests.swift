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
    let server = CartServer(transport: CartServerDouble())
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
}
