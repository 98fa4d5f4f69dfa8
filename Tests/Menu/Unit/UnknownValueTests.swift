import Foundation
import MenuTestSupport
import Testing

@testable import Menu

struct UnknownValueTests {
  @Test func `Unknown badges, pricing rules and kinds of stop survive being stored`() throws {
    let menu = try MenuSnapshot.sample(#""rule":"fixed""#, #""rule":"by the moon""#)
    let bytes = try JSONEncoder().encode(menu)
    let again = try JSONDecoder().decode(MenuSnapshot.self, from: bytes)

    #expect(again == menu)
    #expect(
      again.products["margherita"]?.badges == [.hit, MenuTag(rawValue: "from-a-later-release")])
    #expect(again.combos["lunch"]?.pricing == .unknown("by the moon"))
    let stops = try UnavailableItems(
      json: Data(
        SampleMenu.stops(
          3, #"{"kind":"oven","id":"2","reason":"on fire"}"#,
          #"{"kind":"product","id":"cola","reason":"drunk"}"#, #"{"kind":"product"}"#
        ).utf8))
    let stored = try JSONDecoder().decode(UnavailableItems.self, from: JSONEncoder().encode(stops))
    #expect(stored.document.stops.rows == stops.document.stops.rows)
    #expect(stored.document.stops.rows.first?.kind == "oven")
    #expect(
      stored.entries == [
        .product("cola"): [StopRow(kind: "product", id: "cola", until: nil, reason: "drunk")]
      ])
  }

  @Test
  func `A row that cannot be read is told again when the menu is read from where it was stored`()
    throws
  {
    let text = SampleMenu.text().replacing(#""name":"Cola","#, with: "")
      .replacing(#""price":900"#, with: #""price":"much""#)
    let menu = try MenuSnapshot(json: Data(text.utf8))
    #expect(menu.problems.contains { "\($0)" == "products/2: has no name" })
    #expect(menu.problems.contains { "\($0)".hasPrefix("products/margherita/variants/1: cannot") })

    let again = try JSONDecoder().decode(MenuSnapshot.self, from: JSONEncoder().encode(menu))
    #expect(again.problems == menu.problems)
    #expect(again == menu)
    let third = try JSONDecoder().decode(MenuSnapshot.self, from: JSONEncoder().encode(again))
    #expect(third.problems == menu.problems)
  }
}
