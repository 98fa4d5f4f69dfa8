package import Foundation
import Pricing

/// All that can be ordered in one place, as one value: each thing is there once, and all others
/// refer to it by its id.
///
/// Every id in here leads somewhere. What the server sent with a reference to nothing, or with
/// numbers that contradict each other, has been left out and is told in ``problems``.
public struct MenuSnapshot: Sendable {
  /// Grows with every change of the menu on the server.
  public var revision: Int { content.kept.document.revision }
  /// The language of all texts here, which may be a fallback for the one asked for.
  public var language: String { content.kept.document.language }
  /// The categories, in the order to show.
  public var categories: [MenuCategory] { content.categories }
  /// The products.
  public var products: [Product.ID: Product] { content.products }
  /// The products' variants.
  public var variants: VariantList { content.variants }
  /// The names of sizes, in the menu's language.
  public var sizes: [ProductSize.ID: String] { content.sizes }
  /// The names of crusts.
  public var crusts: [Crust.ID: String] { content.crusts }
  /// The names of what products can be had without.
  public var ingredients: [Ingredient.ID: String] { content.ingredients }
  /// What can be added, group by group.
  public var groups: [ModifierGroup.ID: ModifierGroup] { content.groups }
  /// What can be added.
  public var modifiers: [Modifier.ID: Modifier] { content.modifiers }
  /// The combos.
  public var combos: [Combo.ID: Combo] { content.combos }
  /// The choices in combos.
  public var slots: [Slot.ID: Slot] { content.slots }
  /// What was left out of what the server sent, and why; for a log.
  public var problems: [MenuProblem] { content.problems }

  let content: MenuContent

  /// The currency of all prices here.
  var currency: CurrencyCode { content.currency }

  init(_ document: MenuDocument) throws(UnusableMenu) {
    try self.init(KeptMenu(document))
  }

  private init(_ kept: KeptMenu) throws(UnusableMenu) {
    content = try MenuContent(kept)
  }

  /// Reads what a server sends as `/v1/menu`, for catalogs in memory.
  package init(json: Data) throws {
    try self.init(JSONDecoder().decode(MenuDocument.self, from: json))
  }
}

extension MenuSnapshot: Equatable {
  /// Whether both came from equal answers; a copy is recognised at once.
  public static func == (first: MenuSnapshot, second: MenuSnapshot) -> Bool {
    first.content === second.content || first.content.kept == second.content.kept
  }
}

extension MenuSnapshot: Codable {
  /// Reads what ``encode(to:)`` wrote and checks it again.
  public init(from decoder: any Decoder) throws {
    try self.init(KeptMenu(from: decoder))
  }

  /// Writes the menu as it came, with what this release does not know or has left out.
  public func encode(to encoder: any Encoder) throws {
    try content.kept.encode(to: encoder)
  }
}
