/// A product in one size and with one crust.
public struct Variant: Sendable, Hashable, Identifiable {
  /// The server's id of the variant; unique in the menu, not only in the product.
  public let id: MenuID<Variant>
  /// The product that is sold as this variant; the menu always contains it.
  public let product: MenuProduct.ID
  /// The size, whose name is in ``MenuSnapshot/sizes``; `nil` if the variant has no size.
  public let size: ProductSize.ID?
  /// The crust, whose name is in ``MenuSnapshot/crusts``; `nil` if the variant has no crust.
  public let crust: Crust.ID?
  /// Weight of a portion in grams, 0 to 100,000; `nil` if unknown.
  public let grams: Int?
  /// Nutrition facts of 100 g; `nil` if unknown.
  public let nutrition: Nutrition?

  /// Price without modifiers, in minor units of the menu's currency; never negative.
  let price: Int64
  /// The prices that replace ``price`` during certain hours; the first whose hours are open applies.
  let timedPrices: [TimedPrice]
}
