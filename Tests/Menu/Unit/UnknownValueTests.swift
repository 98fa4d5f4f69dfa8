import Foundation
import MenuTestSupport
import Testing

@testable import Menu

struct UnknownValueTests {
  @Test func `Unknown kinds of stop survive being stored`() throws {
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
}
