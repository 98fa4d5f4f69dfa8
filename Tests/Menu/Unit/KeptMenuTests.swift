import Foundation
import MenuTestSupport
import Networking
import SyncTestSupport
import Testing

@testable import Menu

struct KeptMenuTests {
  @Test(arguments: 1...8)
  func `Variants and options are what came, whatever they lack`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let products = world.document.products.rows.map { row in
      var row = row
      row.variants = Rows(row.variants.rows.map { Self.variant($0.id, &world.random) })
      return row
    }
    let slots = world.document.slots.rows.map { row in
      var row = row
      row.options = (row.options + row.options + ["gone", "lost"]).shuffled(using: &world.random)
      return row
    }
    world.document.products = Rows(products)
    world.document.slots = Rows(slots)
    let made = StoredMenu(world.document)
    let kept = try JSONDecoder().decode(StoredMenu.self, from: JSONEncoder().encode(made))

    #expect(kept == made)
    for place in products.indices {
      #expect(kept.rows(ofProduct: place) == products[place].variants.rows)
    }
    #expect(kept.options.map { $0.map(kept.option) } == slots.map(\.options))
    #expect(kept.others.sorted() == ["gone", "lost"])
    #expect(kept.document.slots.rows.allSatisfy { $0.options.isEmpty })
    #expect(kept.document.products.rows.allSatisfy { $0.variants.rows.isEmpty })
  }

  /// Returns a variant with a random combination of missing values.
  private static func variant(_ id: String, _ random: inout SplitMix64) -> VariantRow {
    func perhaps<Value>(_ value: Value) -> Value? {
      Bool.random(using: &random) ? value : nil
    }
    func number() -> Int { .random(in: -9...9, using: &random) }
    return VariantRow(
      id: id, size: perhaps("s\(number())"), price: Int64(number()), grams: perhaps(number()),
      nutrition: perhaps(
        Nutrition(
          kilojoules: number(), kilocalories: number(), proteins: number(), fats: number(),
          carbohydrates: number())), crust: perhaps("c\(number())"))
  }

  @Test func `Beside a variant that cannot be read all of its product's stay in rows`() throws {
    let text = SampleMenu.text().replacing(#""price":900"#, with: #""price":"much""#)
    let answer = try JSONDecoder().decode(MenuDocument.self, from: Data(text.utf8))
    let kept = StoredMenu(answer)

    #expect(kept.variants.ids == ["p-s", "p-l", "c", "o"])
    #expect(kept.rows(ofProduct: 0) == answer.products.rows[0].variants.rows)
    #expect(kept.document.products.rows[0] == answer.products.rows[0])
    #expect(kept.rows(ofProduct: 1) == answer.products.rows[1].variants.rows)
  }

  @Test(arguments: [
    ("ends", "[2,4,5]"), ("ends", "[2,4,5,6,6]"), ("ends", "[2,4,5,7]"), ("ends", "[-1,4,5,6]"),
    ("ends", "[4,2,5,6]"), ("options", "[[0]]"), ("options", "[[0,2],[4],[]]"),
    ("options", "[[0,6],[4]]"), ("options", "[[0,-1],[4]]"),
  ])
  func `Stored columns that do not fit the rows are refused`(name: String, column: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(column.utf8))
    #expect(try Self.reason(refusing: { $0[name] = value }) == "its columns do not fit each other")
  }

  @Test func `A column of variants that is shorter or longer than the others is refused`() throws {
    var names: [String] = []
    _ = try Self.reason { names = ($0["variants"] as? [String: Any] ?? [:]).keys.sorted() }
    #expect(names.count == 11)
    for name in names {
      for isLonger in [true, false] {
        let reason = try Self.reason { menu in
          var variants = menu["variants"] as? [String: Any] ?? [:]
          let column = variants[name] as? [Any] ?? []
          variants[name] = isLonger ? column + column.prefix(1) : Array(column.dropLast())
          menu["variants"] = variants
        }
        #expect(reason == "its columns do not fit each other", "\(name)")
      }
    }
  }

  @Test func `A slot offers the second variant of an id whose first was left out`() throws {
    let text = SampleMenu.text().replacing(#""price":900"#, with: #""price":-1"#)
      .replacing(#""id":"c","price":150"#, with: #""id":"m-l","price":150"#)
      .replacing(#""options":["c"]"#, with: #""options":["m-l","m-l"]"#)
    let other = try MenuSnapshot(json: Data(text.utf8))
    #expect(other.slots["side"]?.options == ["m-l"])
    #expect(other.variants["m-l"]?.product == "cola")
    #expect(
      other.problems.map(\.description) == [
        "products/margherita/variants/m-l: out of range: price -1",
        "slots/side/m-l: there already is one",
      ])
  }

  /// Returns the error for a modified stored sample menu; `nil` if it is accepted.
  private static func reason(
    refusing change: (inout [String: Any]) -> Void
  ) throws -> String? {
    let bytes = try JSONEncoder().encode(MenuSnapshot.sample())
    var menu = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    change(&menu)
    let changed = try JSONSerialization.data(withJSONObject: menu)
    do {
      _ = try JSONDecoder().decode(MenuSnapshot.self, from: changed)
      return nil
    } catch let error as UnusableBody {
      return error.reason
    }
  }
}

extension StoredMenu {
  /// Returns the variants of the product at this index, both those in its row and those in the columns.
  func rows(ofProduct place: Int) -> [VariantRow] {
    document.products.rows[place].variants.rows
      + variants(ofProduct: place).map { variants[$0] }
  }
}
