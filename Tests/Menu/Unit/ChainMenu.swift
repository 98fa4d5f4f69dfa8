import Commerce
import Foundation
import MenuTestSupport
import Testing

@testable import Menu
@testable import Sandbox

/// The menu of a chain in the sandbox's form, with orders whose prices its author has worked out by hand.
///
/// The files are in `Menus`. Their names and prices are invented, and their structure is that of menus
/// which chains and ordering systems publish.
struct ChainMenu: Sendable, CustomTestStringConvertible {
  static let all = [
    "pizza-house", "corner-pizzeria", "donair-shop", "customization-tree", "day-and-night",
  ].map(ChainMenu.init)

  let name: String
  var testDescription: String { name }

  /// A configuration of a product, or of a combo with products in its slots.
  ///
  /// Modifiers are written as `bacon`, `bacon first`, `bacon first extra` or `bacon whole extra`. An order
  /// has its price, or the problems that prevent it.
  struct Wish: Decodable {
    let variant, half, combo: String?
    let without: [String]?
    let modifiers: [String: [String: Int]]?
    let slots: [String: [Wish]]?
    /// The terms of the sum, for readers.
    let sum: String?
    let price: MenuPrices.Price?
    let problems: [String]?
    /// The local time, such as `2026-11-24 12:00`, which is also the time without one.
    let at: String?
    let contains, traces, diets: [String]?
  }

  /// The time at which an unavailable item, such as `product soup`, returns; `nil` if it is unknown.
  struct Absence: Decodable {
    let item, at: String
    let returns: String?
  }

  struct Expectations: Decodable {
    let concepts: Set<String>
    let from: [String: MenuPrices.Price?]
    let orders: [Wish]
    let absences: [Absence]?
    let stops: Rows<StopRow>
  }

  private var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Menus/\(name).json")
  }

  func expectations() throws -> Expectations {
    try JSONDecoder().decode(Expectations.self, from: Data(contentsOf: file))
  }

  /// Returns what the sandbox's server answers with this menu.
  func document(_ method: String = "delivery") throws -> MenuDocument {
    let content = try MenuServerModel(contentsOf: file).content(of: 1, "en", method)
    let data = try JSONSerialization.data(withJSONObject: content)
    return try JSONDecoder().decode(MenuDocument.self, from: data)
  }

  /// Returns the prices of the sandbox's server.
  func serverPrices() throws -> MenuPrices { try MenuServerModel(contentsOf: file).prices(in: 1) }

  /// Parses a local time in Almaty.
  static func time(_ text: String?) throws -> Date {
    guard let text else { return .noon }
    return try Date.utc(text.replacing(" ", with: "T") + ":00Z") - 5 * 3_600
  }
}

extension ChainMenu.Wish {
  private var selection: ModifierSelection {
    var selection: ModifierSelection = [:]
    for (group, taken) in modifiers ?? [:] {
      for (text, count) in taken {
        let words = text.split(separator: " ").map(String.init)
        let choice = ModifierChoice(
          MenuModifier.ID(rawValue: words[0]),
          on: words.count > 1 ? ModifierChoice.Portion(rawValue: words[1]) : nil,
          amount: words.count > 2 ? ModifierAmount.ID(rawValue: words[2]) : nil)
        selection[ModifierGroup.ID(rawValue: group), default: [:]][choice] = count
      }
    }
    return selection
  }

  private var product: ProductConfiguration {
    var product = ProductConfiguration(Variant.ID(rawValue: variant ?? ""))
    product.modifiers = selection
    product.removed = Set((without ?? []).map { Ingredient.ID(rawValue: $0) })
    product.secondHalf = half.map { ProductConfiguration.Half(Variant.ID(rawValue: $0)) }
    return product
  }

  /// The chosen options, with or without problems.
  var whole: MenuSelection {
    guard let combo else { return .product(product) }
    var configuration = ComboConfiguration(Combo.ID(rawValue: combo))
    configuration.modifiers = selection
    for (slot, choices) in slots ?? [:] {
      configuration.choices[ComboSlot.ID(rawValue: slot)] = choices.map(\.product)
    }
    return .combo(configuration)
  }
}

extension MenuDocument {
  private var requiredGroups: Set<String> {
    Set(groups.rows.filter { $0.quantity?.min ?? 0 > 0 }.map(\.id))
  }

  /// The concepts that the menu and a list of unavailable items use.
  func concepts(_ stops: [StopRow]) -> Set<String> {
    let (products, groups, modifiers) = (products.rows, groups.rows, modifiers.rows)
    let (variants, required) = (products.flatMap(\.variants.rows), requiredGroups)
    let kinds = Dictionary(stops.map { ("\($0.kind) \($0.id)", 1) }, uniquingKeysWith: +)
    let uses: [String: Bool] = [
      "nested": modifiers.contains { !required.isDisjoint(with: $0.groups ?? []) },
      "offers": products.contains { $0.offers != nil },
      "crustPrice": modifiers.contains { $0.overrides?.contains { $0.crust != nil } == true },
      "tiers": groups.contains { $0.tiers != nil },
      "allowances": products.contains { $0.allowances != nil },
      "slotAllowances": slots.rows.contains { $0.allowances != nil },
      "portions": groups.contains { $0.portions != nil },
      "amounts": groups.contains { $0.amounts != nil },
      "comboGroups": combos.rows.contains { $0.groups != nil },
      "negativePrice": modifiers.contains { $0.price < 0 },
      "prices": variants.contains { $0.prices != nil },
      "hours": products.contains { $0.hours != nil },
      "halves": products.contains { $0.halves != nil },
      "surcharges": slots.rows.contains { $0.surcharges != nil },
      "free": groups.contains { $0.free ?? 0 > 0 },
      "defaults": groups.contains { $0.defaults != nil },
      "fixed": combos.rows.contains { $0.pricing.rule == "fixed" },
      "percentOff": combos.rows.contains { $0.pricing.percentOff != nil },
      "amountOff": combos.rows.contains { $0.pricing.rule == "amountOff" },
      "cheapestFree": combos.rows.contains { $0.pricing.rule == "cheapestFree" },
      "facts": modifiers.contains { $0.allergens != nil }
        || products.contains { $0.allergens != nil },
      "freeWithout": products.contains { $0.freeWithout != nil },
      "severalStops": kinds.values.contains { $0 > 1 },
      "laterStop": stops.contains { $0.from != nil },
      "unitsLeft": stops.contains { $0.left ?? 0 > 0 },
      "sizeStop": stops.contains { $0.kind == "size" },
      "categoryStop": stops.contains { $0.kind == "category" },
      "ingredientStop": stops.contains { $0.kind == "ingredient" },
    ]
    return Set(uses.filter(\.value).keys)
  }

  /// The entities that use a rule of a later release without naming it in their `needs`.
  var unguarded: [String] {
    let required = requiredGroups
    let shared = Set(slots.rows.filter { $0.allowances != nil }.map(\.id))
    func missing(_ id: String, _ needs: [String]?, _ words: [String: Bool]) -> [String] {
      words.filter { $0.value && needs?.contains($0.key) != true }.map { "\(id) \($0.key)" }
    }
    let ofModifiers = modifiers.rows.flatMap { row in
      missing(
        row.id, row.needs,
        [
          "nested": !required.isDisjoint(with: row.groups ?? []),
          "negativePrice": row.price < 0,
          "crustPrice": row.overrides?.contains { $0.crust != nil } == true,
        ])
    }
    let ofGroups = groups.rows.flatMap { row in
      missing(
        row.id, row.needs,
        ["tiers": row.tiers != nil, "portions": row.portions != nil || row.amounts != nil])
    }
    let ofProducts = products.rows.flatMap { row in
      missing(
        row.id, row.needs,
        [
          "offers": row.offers != nil, "allowances": row.allowances != nil,
          "prices": row.variants.rows.contains { $0.prices != nil },
        ])
    }
    let ofCombos = combos.rows.flatMap { row in
      missing(
        row.id, row.needs,
        ["comboGroups": row.groups != nil, "allowances": !shared.isDisjoint(with: row.slots)])
    }
    return ofModifiers + ofGroups + ofProducts + ofCombos
  }
}
