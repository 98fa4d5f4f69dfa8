public import Commerce
package import Foundation
import Networking

/// The immutable menu of one ``MenuScope``, in which entities refer to each other by id.
///
/// Every reference in a snapshot refers to an entity of the snapshot. If the server's data contains an
/// unknown reference or contradictory numbers, the affected part is left out and is listed in
/// ``problems``. Copies of a snapshot share their content.
public struct MenuSnapshot: Sendable {
  /// Version of the menu; the server increases it with each change.
  public var revision: Int { content.kept.document.revision }
  /// The language of all texts, which the server may have chosen instead of the requested language.
  public var language: String { content.kept.document.language }
  /// Categories in display order, each with at least one item.
  public var categories: [MenuCategory] { content.tables.categories }
  /// Products by id, including those that are in no category; never empty.
  public var products: [MenuProduct.ID: MenuProduct] { content.tables.products }
  /// Variants of all products; those of one product are adjacent.
  public var variants: VariantList { content.tables.variants }
  /// Names of the sizes, in the menu's language.
  public var sizes: [ProductSize.ID: String] { content.tables.sizes }
  /// Names of the crusts, in the menu's language.
  public var crusts: [Crust.ID: String] { content.tables.crusts }
  /// Names of the removable ingredients, in the menu's language.
  public var ingredients: [Ingredient.ID: String] { content.tables.ingredients }
  /// Modifier groups by id, with the limits that apply unless a product has others for a variant.
  public var groups: [ModifierGroup.ID: ModifierGroup] { content.tables.groups }
  /// Modifiers by id, for all groups.
  public var modifiers: [MenuModifier.ID: MenuModifier] { content.tables.modifiers }
  /// Combos by id, including those that are in no category.
  public var combos: [Combo.ID: Combo] { content.tables.combos }
  /// Slots of all combos, by id; several combos may share a slot.
  public var slots: [ComboSlot.ID: ComboSlot] { content.tables.slots }
  /// Defects in the server's data, for a log; empty if there are none.
  public var problems: [MenuProblem] { content.tables.problems }

  let content: MenuContent

  /// Currency of all prices.
  var currency: CurrencyCode { content.currency }

  init(_ document: MenuDocument) throws(UnusableBody) { try self.init(StoredMenu(document)) }

  private init(_ kept: StoredMenu) throws(UnusableBody) { content = try MenuContent(kept) }

  /// Decodes and validates a response of `/v1/menu`; for tests, which have no server.
  package init(json: Data) throws {
    try self.init(JSONDecoder().decode(MenuDocument.self, from: json))
  }
}

extension MenuSnapshot: Equatable {
  /// Whether both menus were decoded from equal responses of the server.
  ///
  /// The comparison takes constant time for copies of one menu.
  public static func == (first: MenuSnapshot, second: MenuSnapshot) -> Bool {
    first.content === second.content || first.content.kept == second.content.kept
  }
}

extension MenuSnapshot: Codable {
  /// Decodes a menu that ``encode(to:)`` has encoded, and validates it again.
  public init(from decoder: any Decoder) throws { try self.init(StoredMenu(from: decoder)) }

  /// Encodes the server's data completely.
  ///
  /// The encoded data includes the parts that this menu leaves out because of a defect, and the values
  /// that this release does not know.
  public func encode(to encoder: any Encoder) throws { try content.kept.encode(to: encoder) }
}

extension MenuSnapshot {
  /// Returns the regular price of a configured product, whether or not it can be ordered now.
  ///
  /// ``OrderableMenu/price(of:)-(ProductConfiguration)`` returns the price at a certain time. Returns
  /// `nil` if the menu lacks a variant, group or modifier of the configuration or cannot price it, or if
  /// the price exceeds the range of `Int64`. Also returns `nil` if the configuration has a second half,
  /// but the product is sold only whole.
  ///
  /// Modifiers in groups that the product does not offer add nothing to the price. Quantities may exceed
  /// the limits of the menu. In each group, the cheapest ``ModifierGroup/free`` units are free of charge,
  /// unless the group shares free units with others, or has prices by position. If an added unit is one of
  /// the cheapest, a more expensive unit is charged instead. So an added unit lowers the price only if the
  /// price of the unit is negative.
  public func price(of configuration: ProductConfiguration) -> Money? {
    regularPrices.money(regularPrices.price(of: configuration))
  }

  /// Returns the regular price of a configured combo, whether or not the combo can be ordered now.
  ///
  /// Returns `nil` in these cases:
  /// - The menu lacks the combo or a slot of the configuration.
  /// - A chosen product has no price; see ``price(of:)-(ProductConfiguration)``.
  /// - This release does not know the combo's pricing rule.
  /// - The price exceeds the range of `Int64`.
  ///
  /// A slot that the menu has, but the combo does not, adds nothing to the price.
  public func price(of configuration: ComboConfiguration) -> Money? {
    regularPrices.money(regularPrices.price(of: configuration))
  }

  /// Returns the ids, names and regular price of a configured product, even if it cannot be ordered now.
  ///
  /// Use the result to show a line of a cart in the menu's language. Returns `nil` if the configuration
  /// has no price.
  ///
  /// ```swift
  /// if let item = menu.ordered(line) { draw(item.name, item.choices.map(\.name), item.price) }
  /// ```
  public func ordered(_ configuration: ProductConfiguration) -> OrderedItem? {
    regularPrices.orderedItem(configuration)
  }

  /// Returns the ids, names and regular price of a configured combo, even if it cannot be ordered now.
  ///
  /// Returns `nil` if the configuration has no price.
  public func ordered(_ configuration: ComboConfiguration) -> OrderedItem? {
    regularPrices.orderedItem(configuration)
  }

  private var regularPrices: PriceList { PriceList(menu: self) }

  /// Returns the price of one unit of a modifier in a group, for the size and crust of a variant.
  ///
  /// In a group with prices by position, this is the price of the first unit. Returns `nil` if the menu
  /// lacks the modifier, the group or the variant. The function does not check whether the group offers
  /// the modifier.
  ///
  /// ```swift
  /// for group in menu.groups(in: wish) {
  ///   for id in group.modifiers {
  ///     draw(menu.modifiers[id]?.name, menu.price(of: id, in: group.id, with: wish.variant))
  ///   }
  /// }
  /// ```
  public func price(
    of modifier: MenuModifier.ID, in group: ModifierGroup.ID, with variant: Variant.ID
  ) -> Money? {
    guard let modifier = modifiers[modifier], let group = groups[group],
      let variant = variants[variant]
    else { return nil }
    return money(group.tiers.first?.price ?? modifier.price(in: group.id, to: variant))
  }

  /// Returns the surcharge of an option in a slot; `nil` if the option has no surcharge there.
  public func surcharge(of option: Variant.ID, in slot: ComboSlot.ID) -> Money? {
    slots[slot]?.surcharge(of: option).map(money)
  }

  /// Returns the modifier groups that the menu offers for a configuration.
  ///
  /// The result contains the groups of the configured product. It also contains the groups that are
  /// offered only because certain modifiers are selected in the configuration.
  public func groups(in configuration: ProductConfiguration) -> [ModifierGroup] {
    guard let variant = variants[configuration.variant], let product = products[variant.product]
    else { return [] }
    return groups(groups(of: product, as: variant), with: configuration.modifiers)
  }

  /// Returns the modifier groups that the menu offers for a whole combo.
  ///
  /// The result contains the groups that are offered only because certain modifiers are selected.
  public func groups(in configuration: ComboConfiguration) -> [ModifierGroup] {
    combos[configuration.combo].map { groups(groups(of: $0), with: configuration.modifiers) } ?? []
  }

  /// Returns an amount of minor units as money in the menu's currency.
  func money(_ minorUnits: Int64) -> Money { Money(minorUnits, currency) }
}

extension MenuSnapshot {
  /// Returns the products and combos that match a search text.
  ///
  /// Each word of the text must be the prefix of a word in the item's name. Items come first if the
  /// first word of their name begins with the first word of the text. The other items follow, then those
  /// for which one letter of a word with five or more is wrong, missing or too many, or exchanged with its
  /// neighbor. Each group is in the order of the menu's categories.
  ///
  /// The search ignores case and accents and matches Latin spellings: `елка` finds Ёлка, `казы` and
  /// `kazy` find Қазы, and so does `qazy` in a menu in Kazakh. A text without words finds nothing.
  ///
  /// ```swift
  /// for item in menu.search(text) { draw(item, from: order.lowestPrice(of: item)) }
  /// ```
  public func search(_ text: String) -> [MenuItem] {
    // A language may have Latin spellings of its own: Қазы is also `qazy` in Kazakh.
    let own = Transliteration(String(language.prefix { $0 != "-" }))
    var foldings = [SearchFolding(remembers: true)]
    if own != .usual { foldings.append(SearchFolding(own, remembers: true)) }
    let wanted = foldings[0].words(of: String(text.prefix(200)))
    guard let first = wanted.first else { return [] }
    var (beginning, later, misspelled): ([MenuItem], [MenuItem], [MenuItem]) = ([], [], [])
    var seen: Set<MenuItem> = []
    for item in categories.flatMap(\.items) where seen.insert(item).inserted {
      let name = String(name(of: item).prefix(200))
      let spellings = foldings.indices.map { foldings[$0].words(of: name) }
      let words = spellings.flatMap(\.self)
      if !wanted.allSatisfy({ words.contains(where: $0.begins) }) {
        if wanted.allSatisfy({ words.contains(where: $0.beginsWithTypo) }) {
          misspelled.append(item)
        }
      } else if spellings.compactMap(\.first).contains(where: first.begins) {
        beginning.append(item)
      } else {
        later.append(item)
      }
    }
    return beginning + later + misspelled
  }

  private func name(of item: MenuItem) -> String {
    switch item {
    case .product(let id): products[id]?.name ?? ""
    case .combo(let id): combos[id]?.name ?? ""
    case .variant, .modifier, .ingredient, .size, .category: ""
    }
  }
}
