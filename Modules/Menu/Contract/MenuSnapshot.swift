package import Foundation
import Networking
import Pricing

/// Immutable menu of one scope, in which entities refer to each other by id.
///
/// Every reference resolves. The menu leaves out data with dangling references or contradictory
/// numbers and lists them in ``problems``. Copies share their content.
public struct MenuSnapshot: Sendable {
  /// Version of the menu; the server increases it with each change.
  public var revision: Int { content.kept.document.revision }
  /// Language of all texts, which may be a fallback for the requested one.
  public var language: String { content.kept.document.language }
  /// Categories in display order.
  public var categories: [MenuCategory] { content.categories }
  /// Products by id.
  public var products: [MenuProduct.ID: MenuProduct] { content.products }
  /// Variants of all products.
  public var variants: VariantList { content.variants }
  /// Names of the sizes, in the menu's language.
  public var sizes: [ProductSize.ID: String] { content.sizes }
  /// Names of the crusts, in the menu's language.
  public var crusts: [Crust.ID: String] { content.crusts }
  /// Names of the removable ingredients, in the menu's language.
  public var ingredients: [Ingredient.ID: String] { content.ingredients }
  /// Modifier groups by id.
  public var groups: [ModifierGroup.ID: ModifierGroup] { content.groups }
  /// Modifiers by id.
  public var modifiers: [MenuModifier.ID: MenuModifier] { content.modifiers }
  /// Combos by id.
  public var combos: [Combo.ID: Combo] { content.combos }
  /// Slots of all combos, by id.
  public var slots: [ComboSlot.ID: ComboSlot] { content.slots }
  /// Defects in the server's data, for a log.
  public var problems: [MenuProblem] { content.problems }

  let content: MenuContent

  /// Currency of all prices.
  var currency: CurrencyCode { content.currency }

  init(_ document: MenuDocument) throws(UnusableBody) {
    try self.init(StoredMenu(document))
  }

  private init(_ kept: StoredMenu) throws(UnusableBody) {
    content = try MenuContent(kept)
  }

  /// Decodes a response of `/v1/menu`, for in-memory catalogs.
  package init(json: Data) throws {
    try self.init(JSONDecoder().decode(MenuDocument.self, from: json))
  }
}

extension MenuSnapshot: Equatable {
  /// Whether both menus come from equal responses; constant time for copies.
  public static func == (first: MenuSnapshot, second: MenuSnapshot) -> Bool {
    first.content === second.content || first.content.kept == second.content.kept
  }
}

extension MenuSnapshot: Codable {
  /// Decodes the output of ``encode(to:)`` and validates it again.
  public init(from decoder: any Decoder) throws {
    try self.init(StoredMenu(from: decoder))
  }

  /// Encodes the server's data, including values unknown to this release and parts left out.
  public func encode(to encoder: any Encoder) throws {
    try content.kept.encode(to: encoder)
  }
}
