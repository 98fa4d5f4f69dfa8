import Commerce
import Foundation
import MenuTestSupport
@_spi(SettledCity) import Networking
import Storage
import StorageTestSupport
import Sync
import Testing

import SyncTestSupport
@testable import Menu

struct KeptFilesTests {
  private static let menus = ReleaseHistory("menus", class: .cache)
    .release(elements: StoredSchema(SourceSnapshot<MenuScope, MenuDocument>.self)) {
      kept(answer($1), city: $0, $1)
    } facts: { kept in
      facts(
        menu(kept.value), variants: kept.value.products.rows.map(\.variants.rows),
        options: kept.value.slots.rows.map(\.options))
    }
    .release(elements: MenuRepositories.menuSchema) {
      kept(menu(answer($1)), city: $0, $1)
    } facts: {
      let kept = $0.value.content.kept
      return facts(
        $0.value, variants: kept.document.products.rows.indices.map(kept.rows(ofProduct:)),
        options: kept.options.map { $0.map(kept.option) })
    }

  private static let stops = ReleaseHistory("menu-stops", class: .cache)
    .release(elements: StoredSchema(SourceSnapshot<CityID, UnavailableItems>.self)) { city, write in
      let rows = [StopRow(kind: "product", id: "cola", until: Int64(write), reason: "r\(write)")]
      let list = UnavailableItems(StopDocument(revision: write, stops: Rows(rows)))
      return SourceSnapshot(
        scope: CityID(rawValue: city), value: list, version: write,
        time: Date(timeIntervalSince1970: Double(write)))
    } facts: {
      ["revision": "\($0.value.revision)", "rows": "\($0.value.document.stops.rows)"]
    }

  @Test(arguments: MigrationContract.rules(for: .cache))
  func `The menus, a cache, go forward only`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.menus)
  }

  @Test(arguments: [MigrationContract.samples, .goldenFiles])
  func `The stop lists, a cache, have all facts in every release`(_ rule: MigrationContract)
    async throws
  {
    try await rule.verify(Self.stops)
  }

  @Test func `The menus and the stop lists are stored as caches`() async throws {
    let device = MenuDevice()
    try await device.launch(.delivery, in: .sampleCity).refresh()

    let caches = device.directory.appending(path: "caches").path
    let files = try FileManager.default.contentsOfDirectory(atPath: caches)
    #expect(Set(files).isSuperset(of: ["menus.v2.store", "menu-stops.v1.store"]), "\(files)")
  }

  /// Returns a menu with values unknown to every release, missing references and an undecodable
  /// row.
  private static func answer(_ write: Int) -> MenuDocument {
    let text = """
      {"revision":\(write),"language":"en","currency":"KZT","sizes":[{"id":"s","name":"Small"}],
      "crusts":[{"id":"thin","name":"Thin"}],"ingredients":[],"modifiers":[],"groups":[],
      "products":[{"id":"pizza","name":"Pizza","badges":["badge-\(write)"],"variants":[
      {"id":"p-s","size":"s","crust":"thin","price":\(write),"grams":300,"nutrition":{"kilojoules":1,
      "kilocalories":2,"proteins":3,"fats":4,"carbohydrates":5}},{"id":"p","price":900}]},
      {"id":"cola","name":"Cola","variants":[{"id":"c-\(write)"},{"id":"c","price":\(write)}]}],
      "slots":[{"id":"main","name":"Main","options":["p","p-s","gone-\(write)"]},
      {"id":"side","name":"Side","options":["c","p"],"surcharges":{"p":\(write)}}],
      "combos":[{"id":"lunch","name":"Lunch","slots":["main","side"],
      "pricing":{"rule":"rule-\(write)"}}],
      "categories":[{"id":"all","name":"All","items":[{"kind":"product","id":"pizza"}]}]}
      """
    do {
      return try JSONDecoder().decode(MenuDocument.self, from: Data(text.utf8))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func menu(_ answer: MenuDocument) -> MenuSnapshot {
    do { return try MenuSnapshot(answer) } catch { preconditionFailure("\(error)") }
  }

  private static func kept<Value>(
    _ value: Value, city: Int, _ write: Int
  ) -> SourceSnapshot<MenuScope, Value> {
    SourceSnapshot(
      scope: MenuScope(.delivery, in: Self.city(city)), value: value, version: write,
      time: Date(timeIntervalSince1970: Double(write)), validator: "\(write)")
  }

  private static func city(_ number: Int) -> RequestContext {
    guard
      let context = RequestContext(country: "KZ", city: CityID(rawValue: number), language: "en")
    else {
      preconditionFailure("\(number) is no city")
    }
    return context
  }

  private static func facts(
    _ menu: MenuSnapshot, variants: [[VariantRow]], options: [[String]]
  ) -> [String: String] {
    [
      "revision": "\(menu.revision)", "variants": "\(variants)", "options": "\(options)",
      "badges": "\(menu.products["pizza"]?.badges ?? [])",
      "pricing": "\(menu.combos["lunch"].map { "\($0.pricing)" } ?? "")",
      "surcharges": "\(menu.slots["side"]?.surcharges["p"] ?? -1)",
      "problems": "\(menu.problems.map(\.description))",
    ]
  }
}
