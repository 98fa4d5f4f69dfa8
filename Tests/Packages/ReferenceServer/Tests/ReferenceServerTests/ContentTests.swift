import Foundation
import Sandbox
import Testing

@Suite("Contents and their versions")
struct ContentTests {
  @Test(arguments: ["/v1/cities", "/v1/cities/524901", "/v1/menu", "/v1/menu/stops"])
  func `A known version is not sent again until it changes`(_ path: String) async throws {
    try await withServer { client in
      let tag = try #require(try await client.get(path).headers["etag"])
      for known in [tag, "W/\(tag)", "\"old\", \(tag)", "*"] {
        let answer = try await client.get(path, ["If-None-Match": known])
        #expect(answer.status == 304)
        #expect(answer.headers["etag"] == tag)
      }
      try await client.play(
        """
        200 PUT /admin/cities/524901 - {"state":"open"}
        200 PATCH /admin/cities/1526384/menu - {}
        200 PUT /admin/cities/1526384/stops - {"stops":[]}
        """)
      #expect(try await client.get(path, ["If-None-Match": tag]).status == 200)
    }
  }

  @Test(arguments: [
    ("/v1/cities/524901?language=ru", "/v1/cities/524901?language=kk", "ru"),
    ("/v1/menu", "/v1/menu?fulfilment=pickup", "en"), ("/v1/menu", "/v1/menu", "kk"),
  ])
  func `A version is one of a language and of a way to get an order`(
    _ path: String, _ other: String, _ language: String
  ) async throws {
    try await withServer { client in
      let tag = try #require(try await client.get(path).headers["etag"])
      let headers = ["If-None-Match": tag, "Accept-Language": language]
      #expect(try await client.get(other, headers).status == 200)
    }
  }

  @Test func `Rows are merged, added at the end, or removed, in a new revision of one city's menu`()
    async throws
  {
    try await withServer { client in
      let before = try await menu(client)
      let sizes = before.sizes.map { #""\#($0.id)":null"# }.joined(separator: ",")
      let patch = #"""
        {"modifiers":{"mozzarella":{"price":{"delivery":99,"pickup":88}},"ice":null,\#
        "gold":{"name":{"en":"Gold"},"price":5}},"sizes":{\#(sizes)}}
        """#
      try await client.play("200 PATCH /admin/cities/1526384/menu - \(patch)")
      let after = try await menu(client)
      #expect(after.revision == before.revision + 1)
      #expect(after.modifiers.first == Modifier(id: "mozzarella", name: "Mozzarella", price: 99))
      #expect(after.modifiers.last == Modifier(id: "gold", name: "Gold", price: 5))
      #expect(!after.modifiers.map(\.id).contains("ice"))
      #expect(after.modifiers.count == before.modifiers.count)
      #expect(after.products == before.products && after.sizes == [])
      #expect(try await menu(client, in: "1526273") == before)
      #expect(try await menu(client, "?fulfilment=pickup").modifiers.first?.price == 88)
    }
  }

  @Test func `The stops of a city are its own, and leave its menu as it is`() async throws {
    try await withServer { client in
      let bacon = #"{"id":"bacon","kind":"modifier","until":1795503600}"#
      try await client.play(#"200 PUT /admin/cities/1526384/stops - {"stops":[\#(bacon)]}"#)
      for (city, stops) in [("1526384", "[\(bacon)]"), ("1526273", "[]")] {
        let answer = try await client.get("/v1/menu/stops", ["City-Id": city])
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""stops":\#(stops)"#))
      }
      #expect(try await menu(client).revision == 1)
    }
  }

  @Test func `A photo of five megabytes is taken, and a larger one is refused`() async throws {
    try await withServer { client in
      for (size, status) in [(5 << 20, 200), ((5 << 20) + 1, 422)] {
        let headers = Client.city.merging(["Idempotency-Key": "\"\(size)\""]) { $1 }
        let answer = try await client.send(
          "PUT", "/v1/review-photos/\(size)", headers, body: Data(count: size))
        #expect(answer.status == status)
      }
    }
  }

  @Test func `The events of an order are streamed with its revisions`() async throws {
    try await withServer { client in
      try await client.play(Scripts.sixColas)
      // One each for the placing and the steps, whether before or after the connection.
      async let events = client.events(3)
      let steps = try await client.play(
        """
        204 PUT /admin/orders/N-1/step - {"step":"advance"}
        204 PUT /admin/orders/N-1/step - {"step":"finish"}
        200 GET /v1/orders
        """)
      let order = try #require(steps.last?.json(as: Orders.self).orders.first)
      #expect(order.status == "fulfilled")
      let stream = String(decoding: try await events.body, as: UTF8.self)
      #expect(stream.hasSuffix("data: {\"id\":\"N-1\",\"revision\":\(order.revision)}\n"))
    }
  }

  private func menu(
    _ client: Client, _ query: String = "", in city: String = "1526384"
  ) async throws -> Menu {
    try await client.get("/v1/menu\(query)", ["City-Id": city]).json(as: Menu.self)
  }

  private struct Orders: Decodable {
    let orders: [OrderView]
  }

  private struct Menu: Decodable, Equatable {
    let revision: Int
    let products, sizes: [ID]
    let modifiers: [Modifier]
  }

  private struct ID: Decodable, Equatable {
    let id: String
  }

  private struct Modifier: Decodable, Equatable {
    let id, name: String
    let price: Int
  }
}
