import Cities
import Foundation
import Menu
import Networking
import Pricing
import ServerProcess
import Sync
import Testing

/// A menu over HTTP, with a server that changes it and fails.
@Suite("A menu catalog and its server")
struct MenuCatalogTests {
  @Test
  func `A menu comes when it has a new version, with all changes in one batch`() async throws {
    try await withServer { server, app in
      try await app.launch { _, catalog in
        try await catalog.refresh()
        let first = try await catalog.shown()
        #expect(first.products.count == 57)
        #expect(first.problems.isEmpty)
        try await catalog.refresh()
        #expect(app.statuses == [200, 304])

        try await server.patchMenu(
          """
          {"modifiers":{"bacon":{"price":40000}},"products":{"cake-honey":null,
          "water":{"name":"Вода","variants":[{"id":"water-1","price":30000}]}},
          "categories":{"cake":{"items":[{"kind":"product","id":"water"}]}}}
          """)
        try await catalog.refresh()
        let changes = try await catalog.shown().changes(since: first)
        #expect(app.statuses == [200, 304, 200])
        #expect(changes.added == [.product("water"), .variant("water-1")])
        #expect(changes.removed.contains(.product("cake-honey")))
        #expect(changes.prices.map(\.item) == [.modifier("bacon")])
        #expect(changes.prices.first?.new?.minorUnits == 40_000)
      }
    }
  }

  @Test
  func `The stop list comes alone, stops what it names, and is there after a restart`() async throws
  {
    try await withServer { server, app in
      try await app.launch { _, catalog in
        try await catalog.refresh()
        try await catalog.refreshUnavailable()
        #expect(try await catalog.orderable().unavailability(of: .product("tea-mint")) == nil)
        try await server.setStops(#"{"kind":"product","id":"tea-mint","reason":"soldOut"}"#)
        try await catalog.refreshUnavailable()
        try await catalog.refreshUnavailable()
        #expect(app.statuses == [200])
        #expect(app.stopStatuses == [200, 304, 200, 304])
      }
      try await server.stop()
      try await app.launch { _, catalog in
        let order = try await catalog.orderable()
        #expect(order.unavailability(of: .product("tea-mint"))?.cause == .stopped(.soldOut))
        #expect(order.unavailability(of: .product("tea-lemon")) == nil)
      }
    }
  }

  @Test(arguments: [
    "garbage", "truncated", "drop-before-apply", "drop-after-apply", "401", "429", "500", "503",
  ])
  func `A shown menu stays during failures of the server, and in the next launch`(
    _ fault: String
  ) async throws {
    try await withServer { server, app in
      try await app.launch { _, catalog in
        try await catalog.refresh()
        try await catalog.refreshUnavailable()
        try await server.patchMenu(#"{"modifiers":{"bacon":null}}"#)
        try await server.setStops(#"{"kind":"product","id":"tea-mint"}"#)
        try await server.put("faults", #"{"probabilities":{"\#(fault)":1}}"#)

        await #expect(throws: SyncError.self) { try await catalog.refresh() }
        await #expect(throws: SyncError.self) { try await catalog.refreshUnavailable() }
        #expect(try await catalog.shown().modifiers["bacon"] != nil)
        #expect(try await catalog.orderable().unavailability(of: .product("tea-mint")) == nil)
      }
      try await app.launch { _, catalog in
        #expect(try await catalog.shown().modifiers["bacon"] != nil)
        try await server.put("faults", #"{"probabilities":{}}"#)
        try await catalog.refresh()
        try await catalog.refreshUnavailable()
        #expect(try await catalog.shown().modifiers["bacon"] == nil)
        #expect(try await catalog.orderable().unavailability(of: .product("tea-mint")) != nil)
      }
    }
  }

  @Test func `A menu without any product is refused, and the one before stays`() async throws {
    try await withServer { server, app in
      try await app.launch { _, catalog in
        try await catalog.refresh()
        let before = try await catalog.shown()
        let products = before.products.keys.map { "\"\($0.rawValue)\":null" }
        try await server.patchMenu("{\"products\":{\(products.joined(separator: ","))}}")
        await #expect(throws: SyncError.self) { try await catalog.refresh() }
        #expect(try await catalog.shown() == before)
      }
    }
  }

  @Test func `With the city's language the menu changes, and each is there again without network`()
    async throws
  {
    try await withServer { server, app in
      try await app.launch { cities, catalog in
        try await catalog.refresh()
        for (language, name) in [("kk", "Моцарелла"), ("ru", "Моцарелла")] {
          try await cities.setLanguage(Language(rawValue: language))
          try await catalog.refresh()
          let menu = try await catalog.shown()
          #expect(menu.language == language)
          #expect(menu.modifiers["mozzarella"]?.name == name)
        }
        #expect(try await catalog.shown().products["tea-mint"]?.name == "Чай с мятой")
        await catalog.setFulfillment(.pickup)
        try await catalog.refresh()
        #expect(try await catalog.shown().priceOfBacon == 40_000)
        #expect(app.statuses == [200, 200, 304, 200])
      }
      try await server.stop()
      try await app.launch { cities, catalog in
        let delivered = try await catalog.shown()
        #expect(delivered.priceOfBacon == 45_000)
        await catalog.setFulfillment(.pickup)
        let pickedUp = try await catalog.shown()
        #expect(pickedUp.priceOfBacon == 40_000)
      }
    }
  }

  @Test(arguments: [("large", 300, 1_800, 9_600), ("stress", 3_000, 18_000, 96_000)])
  func `A menu of any size comes whole and is there in the next launch`(
    _ size: String, _ products: Int, _ variants: Int, _ options: Int
  ) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "menu.json")
      try await generateMenu(size, file)
      let server = try await ServerProcess(
        database: folder.appending(path: "server.sqlite"), arguments: ["--menu", file.path])
      let app = MenuApp(server.url, folder.appending(path: "app"), timeout: .seconds(60))
      try await app.launch { _, catalog in try await catalog.refresh() }
      try await server.killNow()
      try await app.launch { _, catalog in
        let menu = try await catalog.shown()
        #expect(menu.problems.isEmpty)
        #expect(menu.products.count == products)
        #expect(menu.variants.count == variants)
        #expect(menu.slots.values.reduce(0) { $0 + $1.options.count } == options)
      }
    }
  }

  private func withServer(
    _ body: (Backend, MenuApp) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await body(server, MenuApp(server.url, folder.appending(path: "app")))
      try await server.stop()
    }
  }
}

extension MenuSnapshot {
  fileprivate var priceOfBacon: Int64? {
    price(of: "bacon", in: "toppings", with: "pizza-margherita-s-classic")?.minorUnits
  }
}

/// Generates a menu of a size.
private func generateMenu(_ size: String, _ file: URL) async throws {
  let repository = (1...6).reduce(URL(filePath: #filePath)) { folder, _ in
    folder.deletingLastPathComponent()
  }
  let script = repository.appending(path: "Tests/Menu/Benchmarks/make_menu.py")
  let status = try await OffThePool.run {
    let process = try Process.run(
      URL(filePath: "/usr/bin/env"), arguments: ["python3", script.path, size, file.path])
    process.waitUntilExit()
    return process.terminationStatus
  }
  try #require(status == 0)
}
