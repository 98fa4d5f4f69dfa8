import Foundation
import OpenAPIChecker
import ServerProcess
import Testing

@Suite("Menus")
struct MenuTests {
  private static let astana = ["City-Id": "1526273", "Accept-Language": "ru"]
  private static let moscow = ["City-Id": "524901", "Accept-Language": "ru"]

  @Test func `The menu is the one of the showcase's sandbox`() async throws {
    try await withServer { client in
      let menu = try await menu(client)
      #expect(menu.revision == 1)
      #expect(menu.currency == "KZT")
      #expect(menu.products.count == 57)
      #expect(menu.combos.count == 6)
    }
  }

  @Test(arguments: [
    ("kk", "kk", "Моцарелла"), ("en", "en", "Mozzarella"), ("xx", "en", "Mozzarella"),
  ])
  func `Texts are in the language asked for where there are some, else in the menu's first`(
    _ asked: String, _ language: String, _ name: String
  ) async throws {
    try await withServer { client in
      let menu = try await menu(client, "/v1/menu", .almaty(in: asked))
      #expect(menu.language == language)
      #expect(menu.modifiers.first?.name == name)
    }
  }

  @Test(arguments: [("delivery", 35_000), ("pickup", 32_000), ("dineIn", 35_000), ("\"", 35_000)])
  func `Prices are those of the way to get an order, or of a delivery where it has none`(
    _ method: String, _ price: Int
  ) async throws {
    try await withServer { client in
      let query = method.replacing("\"", with: "%22")
      let menu = try await menu(client, "/v1/menu?fulfilment=\(query)")
      #expect(menu.modifiers.first?.price == price)
    }
  }

  @Test func `Rows are merged, added at the end, or removed, in a new revision of one city's menu`()
    async throws
  {
    try await withServer { client in
      let before = try await menu(client)
      let patch = """
        {"modifiers":{"mozzarella":{"price":{"delivery":99,"pickup":88}},"ice":null,
        "gold":{"name":{"en":"Gold"},"price":5}}}
        """
      for revision in [2, 3] {
        let answer = try await client.send("PATCH", "/admin/cities/1526384/menu", body: patch)
        #expect(try answer.json(as: [String: Int].self) == ["revision": revision])
      }
      let after = try await menu(client)
      #expect(after.revision == 3)
      #expect(after.modifiers.first == Modifier(id: "mozzarella", name: "Моцарелла", price: 99))
      #expect(after.modifiers.last == Modifier(id: "gold", name: "Gold", price: 5))
      #expect(!after.modifiers.map(\.id).contains("ice"))
      #expect(after.modifiers.count == before.modifiers.count)
      #expect(after.products == before.products)
      #expect(try await menu(client, "/v1/menu", Self.astana) == before)
      #expect(try await menu(client, "/v1/menu?fulfilment=pickup").modifiers.first?.price == 88)
    }
  }

  @Test func `All rows of a table can go, and the table stays`() async throws {
    try await withServer { client in
      let rows = try await menu(client).sizes.map { #""\#($0.id)":null"# }
      let patch = #"{"sizes":{\#(rows.joined(separator: ","))}}"#
      _ = try await client.send("PATCH", "/admin/cities/1526384/menu", body: patch)
      #expect(try await menu(client).sizes == [])
    }
  }

  @Test func `The stops of a city are its own, and leave its menu as it is`() async throws {
    try await withServer { client in
      #expect(try await stops(client, .almaty(in: "ru")) == Stops(revision: 1, stops: []))
      let bacon = Stops.Stop(kind: "modifier", id: "bacon", until: 1_795_503_600, reason: nil)
      let set = try await client.send(
        "PUT", "/admin/cities/1526384/stops",
        body: #"{"stops":[{"kind":"modifier","id":"bacon","until":1795503600}]}"#)
      #expect(try set.json(as: [String: Int].self) == ["revision": 2])
      #expect(try await stops(client, .almaty(in: "en")) == Stops(revision: 2, stops: [bacon]))
      #expect(try await stops(client, Self.astana) == Stops(revision: 1, stops: []))
      #expect(try await menu(client).revision == 1)
    }
  }

  @Test(arguments: ["/v1/menu", "/v1/menu/stops"])
  func `A known version is not sent again until it changes`(_ path: String)
    async throws
  {
    try await withServer { client in
      let tag = try #require(try await client.send("GET", path, .almaty(in: "ru")).headers["etag"])
      func status(_ headers: [String: String]) async throws -> Int {
        try await client.send("GET", path, headers.merging(["If-None-Match": tag]) { $1 }).status
      }
      #expect(try await status(.almaty(in: "ru")) == 304)
      #expect(try await status(Self.astana) == 200)
      let city = "/admin/cities/1526384"
      _ = try await client.send("PATCH", "\(city)/menu", body: "{}")
      _ = try await client.send("PUT", "\(city)/stops", body: #"{"stops":[]}"#)
      #expect(try await status(.almaty(in: "ru")) == 200)
    }
  }

  @Test func `A version is one of a language and of a way to get an order`() async throws {
    try await withServer { client in
      let tag = try #require(
        try await client.send("GET", "/v1/menu", .almaty(in: "ru")).headers["etag"])
      let known = ["If-None-Match": tag]
      let other = try await client.send("GET", "/v1/menu", .almaty(in: "en", known))
      #expect(other.status == 200)
      let fetched = try await client.send(
        "GET", "/v1/menu?fulfilment=pickup", .almaty(in: "ru", known))
      #expect(fetched.status == 200)
    }
  }

  @Test func `A city that is removed has neither menu nor stops`() async throws {
    try await withServer { client in
      _ = try await client.send("PUT", "/admin/cities/524901", body: #"{"state":"removed"}"#)
      for path in ["/v1/menu", "/v1/menu/stops"] {
        #expect(try await client.send("GET", path, Self.moscow).status == 404)
      }
    }
  }

  @Test func `A change survives a kill of the server`() async throws {
    try await withFolder { folder in
      let database = folder.appending(path: "server.sqlite")
      for revision in [2, 3] {
        let server = try await ServerProcess(database: database)
        let client = try await Client(signingInTo: server.url)
        _ = try await client.send("PATCH", "/admin/cities/1526384/menu", body: "{}")
        #expect(try await menu(client).revision == revision)
        try await server.killNow()
      }
    }
  }

  private func menu(
    _ client: Client, _ path: String = "/v1/menu", _ headers: [String: String] = .almaty(in: "ru")
  ) async throws -> Menu {
    try await client.send("GET", path, headers).json(as: Menu.self)
  }

  private func stops(_ client: Client, _ headers: [String: String]) async throws -> Stops {
    try await client.send("GET", "/v1/menu/stops", headers).json(as: Stops.self)
  }

  private struct Menu: Decodable, Equatable {
    let revision: Int
    let language, currency: String
    let products, combos, sizes: [ID]
    let modifiers: [Modifier]
  }

  private struct ID: Decodable, Equatable {
    let id: String
  }

  private struct Modifier: Decodable, Equatable {
    let id, name: String
    let price: Int
  }

  private struct Stops: Decodable, Equatable {
    struct Stop: Decodable, Equatable {
      let kind, id: String
      let until: Int?
      let reason: String?
    }
    let revision: Int
    let stops: [Stop]
  }
}
