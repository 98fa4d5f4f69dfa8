import Cities
import Commerce
import Foundation
import Menu
import Networking
import ServerProcess
import Sync
import Testing

/// Cities and a menu over HTTP, with a server that changes them and fails.
@Suite("Cities and a menu, and their server")
struct CatalogTests {
  @Test func `A version is sent once, also to the next launch, and a changed one in full`()
    async throws
  {
    try await withBackend { server, folder in
      let app = CatalogApp(server.url, folder)
      try await app.launch { cities, menu in
        for _ in 0..<2 { try await refresh(cities, menu) }
        let first = try await menu.shown()
        try await server.client.play(
          """
          200 PUT /admin/cities/524901 - {"state": "removed"}
          200 PUT /admin/cities/1526384/stops - {"stops": [{"kind": "product", "id": "tea-mint"}]}
          200 PATCH /admin/cities/1526384/menu - {"products": {"cake-honey": null}}
          """)
        try await refresh(cities, menu)
        #expect(await cities.loadList().city(CityID(rawValue: 524_901)) == nil)
        let changes = try await menu.shown().changes(since: first)
        #expect(changes.removed.contains(.product("cake-honey")))
      }
      try await server.stop()
      try await app.launch { cities, menu in
        #expect(await cities.loadList().revision == 3)
        #expect(try await menu.orderable().unavailability(of: .product("tea-mint")) != nil)
        try await server.restart()
        try await refresh(cities, menu)
      }
      for path in ["/v1/cities", "/v1/menu", "/v1/menu/stops"] {
        #expect(app.statuses(of: path) == [200, 304, 200, 304], "\(path)")
      }
    }
  }

  @Test(arguments: [
    "garbage", "truncated", "drop-before-apply", "drop-after-apply", "401", "429", "500", "503",
  ])
  func `A shown menu stays during failures of the server, and in the next launch`(
    _ fault: String
  ) async throws {
    try await withBackend { server, folder in
      let app = CatalogApp(server.url, folder)
      try await app.launch { cities, menu in
        try await refresh(cities, menu)
        try await server.client.play(
          """
          200 PATCH /admin/cities/1526384/menu - {"modifiers": {"bacon": null}}
          200 PUT /admin/cities/1526384/stops - {"stops": [{"kind": "product", "id": "tea-mint"}]}
          """)
        try await server.fail(fault)
        await #expect(throws: SyncError.self) { try await menu.refresh() }
        await #expect(throws: SyncError.self) { try await menu.refreshUnavailable() }
        #expect(try await menu.shown().modifiers["bacon"] != nil)
      }
      try await app.launch { cities, menu in
        #expect(try await menu.shown().modifiers["bacon"] != nil)
        try await server.fail()
        try await refresh(cities, menu)
        #expect(try await menu.shown().modifiers["bacon"] == nil)
      }
    }
  }

  @Test func `Each country has its rules`() async throws {
    try await withBackend { server, folder in
      try await CatalogApp(server.url, folder).launch { cities, _ in
        let list = try await cities.refreshList()
        for group in list.groups {
          let city = try await cities.choose(try #require(group.cities.first).id)
          #expect(city.rules.addressTemplate == city.country.code)
        }
        #expect(list.groups.count == 25)
      }
    }
  }

  @Test func `A menu of the largest size comes whole and is there in the next launch`()
    async throws
  {
    try await withFolder { folder in
      let file = folder.appending(path: "menu.json")
      try await generateMenu(file)
      let server = try await ServerProcess(
        database: folder.appending(path: "server.sqlite"), arguments: ["--menu", file.path])
      let app = CatalogApp(server.url, folder.appending(path: "app"), timeout: .seconds(60))
      try await app.launch { _, catalog in try await catalog.refresh() }
      try await server.killNow()
      try await app.launch { _, catalog in
        let menu = try await catalog.shown()
        #expect(menu.problems.isEmpty)
        #expect(menu.products.count == 3_000 && menu.variants.count == 18_000)
        #expect(menu.slots.values.reduce(0) { $0 + $1.options.count } == 96_000)
      }
    }
  }

  private func refresh(_ cities: any CityCatalog, _ menu: any MenuCatalog) async throws {
    try await cities.refreshList()
    // The list of unavailable items is fetched too.
    try await menu.refresh()
  }

  private func generateMenu(_ file: URL) async throws {
    let repository = (1...7).reduce(URL(filePath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    let script = repository.appending(path: "Tests/Menu/Benchmarks/make_menu.py")
    let status = try await OffThePool.run {
      let process = try Process.run(
        URL(filePath: "/usr/bin/env"), arguments: ["python3", script.path, "stress", file.path])
      process.waitUntilExit()
      return process.terminationStatus
    }
    try #require(status == 0)
  }
}
