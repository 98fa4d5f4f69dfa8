public import Pricing

/// Ordered product or combo in plain values, which a cart can show without a menu.
public struct OrderedItem: Sendable, Hashable {
  /// One choice besides the product itself.
  public struct Part: Sendable, Hashable {
    /// Kind of a choice.
    public enum Kind: Sendable, Hashable {
      /// The size, the crust or the second half.
      case size, crust, secondHalf
      /// An added modifier, or an ingredient left out of the product (its first half) or second
      /// half.
      case modifier, removed, removedFromSecondHalf
    }

    /// Kind of the choice.
    public let kind: Kind
    /// Group of a modifier; empty for other kinds.
    public let group: String
    /// Id of the choice; for a second half, the id of its variant.
    public let id: String
    /// Display name, in the menu's language.
    public let name: String
    /// Quantity of the choice.
    public let count: Int
  }

  /// Variant or combo that was ordered.
  public let item: MenuItem
  /// Slot of the combo that contains this product; empty outside of a combo.
  public let slot: String
  /// Display name, in the menu's language.
  public let name: String
  /// Image of the product or combo; `nil` if there is none.
  public let image: ImageSet?
  /// Choices in menu order; empty for a combo.
  public let parts: [Part]
  /// Products of a combo, in the order of its slots; empty for a product.
  public let products: [OrderedItem]
  /// Price of one; for a product in a combo, its share of the combo's price.
  public let price: Money
}
