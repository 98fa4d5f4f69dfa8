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
    .release(elements: StoredSchema(SourceSnapshot<MenuScope, MenuSnapshot>.self)) { city, write in
      SourceSnapshot(
        scope: MenuScope(.delivery, in: context(city)), value: menu(write), version: write,
        time: Date(timeIntervalSince1970: Double(write)), validator: "\(write)")
    } facts: {
      let (menu, kept) = ($0.value, $0.value.content.kept)
      return [
        "revision": "\(menu.revision)",
        "variants": "\(kept.document.products.rows.indices.map(kept.rows(ofProduct:)))",
        "options": "\(kept.options.map { $0.map(kept.option) })",
        "badges": "\(menu.products["pizza"]?.badges ?? [])",
        "pricing": "\(menu.combos["lunch"].map { "\($0.pricing)" } ?? "")",
        "surcharges": "\(menu.slots["side"]?.surcharges["p"] ?? -1)",
        "problems": "\(menu.problems.map(\.description))",
      ]
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

  @Test(arguments: [MigrationContract.samples, .goldenFiles])
  func `The menus and the stop lists, caches, have all facts in every release`(
    _ rule: MigrationContract
  ) async throws {
    try await rule.verify(Self.menus)
    try await rule.verify(Self.stops)
  }

  @Test func `The menus and the stop lists are stored as caches`() async throws {
    let device = MenuDevice()
    try await device.launch(.delivery, in: .sampleCity).refresh()

    let caches = device.directory.appending(path: "caches").path
    let files = try FileManager.default.contentsOfDirectory(atPath: caches)
    #expect(Set(files).isSuperset(of: ["menus.v1.store", "menu-stops.v1.store"]), "\(files)")
  }

  /// Returns a menu with values unknown to every release, missing references and an undecodable
  /// row.
  private static func menu(_ write: Int) -> MenuSnapshot {
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
    do { return try MenuSnapshot(json: Data(text.utf8)) } catch { preconditionFailure("\(error)") }
  }

  private static func context(_ number: Int) -> RequestContext {
    guard
      let context = RequestContext(country: "KZ", city: CityID(rawValue: number), language: "en")
    else {
      preconditionFailure("\(number) is no city")
    }
    return context
  }
}
