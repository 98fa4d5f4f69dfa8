import Networking
import Pricing

/// Content of a menu, shared by all copies of the snapshot.
final class MenuContent: Sendable {
  let kept: StoredMenu
  let currency: CurrencyCode
  let categories: [MenuCategory]
  let products: [MenuProduct.ID: MenuProduct]
  let variants: VariantList
  let sizes: [ProductSize.ID: String]
  let crusts: [Crust.ID: String]
  let ingredients: [Ingredient.ID: String]
  let groups: [ModifierGroup.ID: ModifierGroup]
  let modifiers: [MenuModifier.ID: MenuModifier]
  let combos: [Combo.ID: Combo]
  let slots: [ComboSlot.ID: ComboSlot]
  let problems: [MenuProblem]

  init(_ kept: StoredMenu) throws(UnusableBody) {
    guard kept.isWhole else { throw UnusableBody(reason: "its columns do not fit each other") }
    guard let currency = CurrencyCode(rawValue: kept.document.currency) else {
      throw UnusableBody(reason: "\"\(kept.document.currency)\" is no currency")
    }
    var builder = MenuBuilder()
    builder.read(kept)
    guard !builder.products.isEmpty else {
      throw UnusableBody(
        reason: builder.problems.first.map { "no products; \($0)" } ?? "no products")
    }
    self.kept = kept
    self.currency = currency
    categories = builder.categories
    products = builder.products
    variants = builder.variants
    sizes = builder.sizes
    crusts = builder.crusts
    ingredients = builder.ingredients
    groups = builder.groups
    modifiers = builder.modifiers
    combos = builder.combos
    slots = builder.slots
    problems = builder.problems
  }
}
