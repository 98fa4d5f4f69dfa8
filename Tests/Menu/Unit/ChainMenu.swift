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
