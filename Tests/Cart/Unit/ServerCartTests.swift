import CartTestSupport
import Commerce
import Foundation
import Networking
import NetworkingTestSupport
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
    let promos = cart.promos.map { $0.promo(in: cart.currency) }
    #expect(promos.map(\.state) == [.applied(Money(120, cart.currency))])
    #expect(cart.totals.due.minorUnits == 1_580)
    #expect(cart.totals.isEstimate == false)
    let price = try #require(cart.lines.first?.price)
    #expect(price.unit.minorUnits == 600 && price.total.minorUnits == 1_200)
    #expect(price.final.minorUnits == 1_080)
    #expect(price.discounts.map(\.code) == ["TENTH"])
    #expect(price.discounts.map(\.amount.minorUnits) == [120])
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
  }

  @Test func `A part that cannot be read is named, and the rest of the cart is shown`() throws {
    let long = String(repeating: "x", count: 2_000)
    let damages: [(Edit, named: String)] = [
      (line { $0["quantity"] = 0 }, "Cola"), (line { $0["quantity"] = -3 }, "Cola"),
      (line { $0["quantity"] = 100_001 }, "Cola"), (line { $0["quantity"] = "two" }, "Cola"),
      (line { $0["quantity"] = 2.5 }, "Cola"), (line { $0["unitPrice"] = Int64.max }, "Cola"),
      (line { $0["total"] = Int64.min }, "Cola"), (line { $0["final"] = 1_079 }, "Cola"),
      (line { $0["discounts"] = [["code": "A", "amount": -5]] }, "Cola"),
      (line { $0["discounts"] = NSNull() }, "Cola"), (line { $0["item"] = [:] as Object }, ""),
      (line { $0["item"] = changed($0["item"]) { $0["configuration"] = 7 } }, "Cola"),
      (line { $0["item"] = changed($0["item"]) { $0["name"] = long } }, String(long.prefix(100))),
      (line { $0["item"] = changed($0["item"]) { $0["unitPrice"] = "free" } }, "Cola"),
      (line { $0["kind"] = 9 }, "Cola"),
      ({ $0["promos"] = [7] }, "promos"), ({ $0["minimum"] = "none" }, "minimum"),
      ({ $0["fulfilment"] = 3 }, "fulfilment"), ({ $0["problems"] = [NSNull()] }, "problems"),
      ({ $0["fees"] = [["kind": "delivery", "amount": Int64.max]] }, "fees"),
    ]
    for (edit, named) in damages {
      let cart = try cart(edit)
      #expect(cart.problems == [.unreadable(named)], "\(named)")
      #expect(
        cart.lines.count == 1 && cart.totals.due.minorUnits == 1_580 && !cart.totals.isEstimate)
      let isOfLine = cart.lines[0].problems == [.unreadable]
      #expect(isOfLine == (cart.lines[0].raw != nil))
    }
  }

  @Test func `Only the texts of an item that cannot be sent back are shortened`() throws {
    for (length, shown) in [(1_024, 1_024), (1_025, 200)] {
      let name = String(repeating: "x", count: length)
      let cart = try cart(line { $0["item"] = changed($0["item"]) { $0["name"] = name } })
      #expect(cart.lines.map(\.item.name.count) == [shown])
    }
  }

  @Test func `The id of a line may be a number or missing`() throws {
    for (id, text) in [(7, "gift 7"), ("7", "gift 7"), (NSNull(), "gift ")] as [(Any, String)] {
      let cart = try cart(line { line in (line["kind"], line["id"]) = ("gift", id) })
      #expect(cart.problems.isEmpty && cart.lines.map(\.id.rawValue) == [text])
    }
  }

  @Test func `A damaged line is sent back as it came`() throws {
    let cart = try cart(
      line { $0["item"] = ["name": "Cola", "configuration": ["product": 5]] as Object })
    let line = try #require(cart.lines.first)
    #expect(line.item.name == "Cola" && line.id.rawValue.hasPrefix("unreadable "))
    let change = CartChange(
      cart: .c, operation: "o", edit: .line(LineEdit(line, quantity: 0, isRelative: false)))
    let request = try CartRequest.request(change, key: "k", tappedAt: nil, in: .almaty)
    guard case .put(let bytes) = request.method else { return #expect(Bool(false)) }
    let body = String(decoding: bytes.bytes, as: UTF8.self)
    #expect(
      body
        == #"{"item":{"configuration":{"product":5},"name":"Cola"},"operation":"o","quantity":0}"#)
    #expect(change.line(in: change.lane) == line.id)
  }

  @Test func `A line is shown by all parts of it that can be read`() throws {
    let item: Object = [
      "name": "Soup", "city": 7, "variantName": "Large", "details": ["hot"], "image": "soup",
      "unitPrice": ["minorUnits": 700, "currency": 5] as Object, "revision": "r",
      "configuration": ["product": "soup"],
    ]
    let edit = line { line in
      line["item"] = item
      line["problems"] = [["code": "soldOut"]]
      line["discounts"] = [["code": "TENTH", "amount": 120], ["code": 5]] as [Any]
    }
    let shown = try #require(try cart(edit).lines.first)
    #expect(shown.item.name == "Soup" && shown.item.city == 7 && shown.item.revision == "r")
    #expect(shown.item.variantName == "Large" && shown.item.details == ["hot"])
    // A price without a currency is unreadable, so the item has that of the line.
    #expect(shown.item.image == "soup" && shown.item.unitPrice.minorUnits == 600)
    #expect(shown.id.rawValue == "soup" && shown.quantity == 2)
    #expect(shown.price.final.minorUnits == 1_080)
    #expect(shown.price.discounts.map(\.amount.minorUnits) == [120])
    #expect(shown.problems == [.soldOut, .unreadable] && shown.kind == .chosen)
  }

  @Test func `A promo code that is listed twice is shown once`() throws {
    let promos = ["applied", "used"].map { ["code": "TENTH", "status": $0] }
    #expect(try cart { $0["promos"] = promos }.promos.map(\.status) == ["applied"])
  }

  @Test func `A line without a name has that of its product, and without a price that of the line`()
    throws
  {
    let edit = line { line in
      line["item"] = ["configuration": ["product": "soup"]] as Object
      (line["kind"], line["id"], line["discounts"]) = ("gift", "9", 5)
    }
    let shown = try #require(try cart(edit).lines.first)
    #expect(shown.item.name == "soup" && shown.item.details == [] && shown.item.revision == "")
    #expect(shown.item.unitPrice.minorUnits == 600 && shown.item.city == 0)
    #expect(shown.kind == .gift && shown.id.rawValue == "gift 9" && shown.price.discounts == [])
    #expect(shown.item.configuration == ItemConfiguration(product: "soup"))
    let nothing = try #require(try cart(line { $0 = [:] }).lines.first)
    #expect(nothing.kind == .chosen && nothing.quantity == 0 && nothing.problems == [.unreadable])
    #expect(nothing.item.configuration.product == "" && nothing.price.unit.minorUnits == 0)
  }

  @Test func `A split line has all problems once, the sum of a code, and the higher price`() throws
  {
    for prices in [[600, 700], [700, 600]] {
      let cart = try cart { cart in
        guard let first = (cart["lines"] as? [Object])?.first else { return }
        cart["lines"] = prices.map { unit in
          changed(first) { line in
            (line["unitPrice"], line["total"], line["final"]) = (unit, 2 * unit, 2 * unit - 120)
            line["problems"] = [["code": "soldOut"], ["code": "odd \(unit)"]]
          }
        }
      }
      let shown = try #require(cart.lines.first)
      #expect(cart.lines.count == 1 && shown.quantity == 4)
      #expect(shown.price.unit.minorUnits == 700)
      #expect(shown.price.total.minorUnits == 2_600 && shown.price.final.minorUnits == 2_360)
      #expect(shown.price.discounts.map(\.amount.minorUnits) == [240])
      #expect(
        shown.problems
          == [.soldOut] + prices.map { .other(code: "odd \($0)", text: "odd \($0)") })
    }
  }

  @Test func `A split line is one line, although a part of it contradicts itself`() throws {
    for isReversed in [false, true] {
      let cart = try cart { cart in
        guard let first = (cart["lines"] as? [Object])?.first else { return }
        let free = changed(first) { ($0["discounts"], $0["final"]) = ([] as [Any], 0) }
        cart["lines"] = isReversed ? [free, first] : [first, free]
        cart["totals"] =
          ["items": 2_400, "discounts": [] as [Any], "discount": 1_320, "due": 1_580] as Object
      }
      let line = try #require(cart.lines.first)
      #expect(cart.lines.count == 1 && line.quantity == 4 && line.problems == [.unreadable])
      #expect(line.raw != nil && line.id == CartItem.cola.line)
      #expect(cart.totals.due.minorUnits == 1_580)
    }
  }

  @Test func `An amount is at most a million millions of minor units`() throws {
    for (amount, count) in [(-1, 0), (1_000_000_000_000, 1), (1_000_000_000_001, 0)] {
      let edit = line { $0["discounts"] = [["code": "TENTH", "amount": amount]] }
      let shown = try #require(try cart(edit).lines.first)
      #expect(shown.price.discounts.count == count)
    }
  }

  @Test func `Two gifts stay two lines, and an item is one also if a part of it cannot be read`()
    throws
  {
    func twice(_ edit: @escaping Edit) throws -> ServerCart {
      try cart { cart in
        let lines = cart["lines"] as? [Object] ?? []
        line(edit)(&cart)
        cart["lines"] = (cart["lines"] as? [Object] ?? []) + lines
      }
    }
    let gifts = try twice { $0["kind"] = "gift" }
    #expect(gifts.lines.count == 2 && Set(gifts.lines.map(\.id)).count == 2)
    let split = try twice { $0["quantity"] = 0 }
    #expect(split.lines.map(\.quantity) == [2] && split.lines[0].problems == [.unreadable])
    #expect(split.lines[0].raw != nil && split.lines[0].id == CartItem.cola.line)
  }

  @Test func `Lines with the same configuration are one line`() throws {
    let cart = try cart { cart in
      guard var lines = cart["lines"] as? [Object], var second = lines.first else { return }
      (second["discounts"], second["final"]) = ([["code": "BOGO", "amount": 1_200]], 0)
      lines.append(second)
      cart["lines"] = lines
      let parts = [["code": "BOGO", "amount": 1_200], ["code": "TENTH", "amount": 120]]
      cart["totals"] =
        ["items": 2_400, "discounts": parts, "discount": 1_320, "due": 1_580] as Object
    }
    #expect(cart.problems.isEmpty && cart.lines.map(\.quantity) == [4])
    #expect(cart.lines[0].price.discounts.map(\.amount.minorUnits) == [120, 1_200])
    #expect(cart.lines[0].price.final.minorUnits == 1_080 && cart.totals.due.minorUnits == 1_580)
  }

  @Test func `A cart in another currency than its items is shown in its own`() throws {
    let cart = try cart { $0["currency"] = "RSD" }
    #expect(cart.problems.isEmpty && cart.currency.rawValue == "RSD")
    #expect(cart.lines[0].item.unitPrice.currency != cart.currency)
    #expect(
      try self.cart { $0["currency"] = "nothing" }.currency == CartItem.cola.unitPrice.currency)
  }

  @Test func `Only a cart without a version or an id is refused`() throws {
    for edit: Edit in [{ $0["version"] = 0 }, { $0["version"] = "1" }, { $0["id"] = -7 }] {
      #expect(throws: (any Error).self) { try self.cart(edit) }
    }
    #expect(try cart { $0["id"] = 7 }.id == "7")
    // An empty cart may have no price that tells its currency.
    let empty = try cart { cart in
      for part in ["currency", "lines", "fees", "totals"] { cart[part] = nil }
    }
    #expect(empty.lines.isEmpty && empty.problems.contains(.unreadable("currency")))
    _ = try cart { $0["version"] = 1 }
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
          ["code": "tooBig", "text": "Too big to carry"],
        ]
        (line["kind"], line["id"]) = ("hologram", "7")
      }(&cart)
      cart["problems"] = [["code": "raining"], ["code": "snowing", "text": "It snows"]]
      cart["somethingNew"] = [1, 2, 3]
      cart["promos"] = [
        ["code": "A", "status": "sleeping", "text": "Not on Sundays"],
        ["code": "B", "status": "belowMinimum"],
        ["code": "C", "status": "applied"], ["code": "D", "status": "belowMinimum", "missing": 9],
      ]
    }
    #expect(
      cart.lines.map(\.problems) == [
        [
          .other(code: "tooHot", text: "tooHot"), .other(code: "limited", text: "limited"),
          .limited(to: 3), .soldOut, .other(code: "tooBig", text: "Too big to carry"),
        ]
      ])
    #expect(cart.lines.map(\.kind) == [.unknown("hologram")])
    #expect(cart.lines.map(\.id.rawValue) == ["hologram 7"])
    #expect(
      cart.problems == [
        .other(code: "raining", text: "raining"), .other(code: "snowing", text: "It snows"),
      ])
    func money(_ amount: Int64) -> Money { Money(amount, cart.currency) }
    let promos = cart.promos.map { $0.promo(in: cart.currency) }
    #expect(
      promos.map(\.state) == [
        .notApplied(.other("sleeping"), text: "Not on Sundays"),
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
    return try response.json(CartDocument.self).cart(in: response)
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
