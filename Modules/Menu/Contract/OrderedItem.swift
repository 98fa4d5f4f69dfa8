public import Pricing

/// An ordered product or combo as plain values, which a cart can show without a menu.
public struct OrderedItem: Sendable, Hashable {
  /// One choice besides the product itself.
  public struct Part: Sendable, Hashable {
    /// Kind of a choice.
    public enum Kind: Sendable, Hashable {
      /// The size, the crust or the second half.
      case size, crust, secondHalf
      /// An added modifier; an ingredient left out of the product or its first half; one left out of the
      /// second half.
      case modifier, removed, removedFromSecondHalf
    }

    /// The kind of the choice.
    public let kind: Kind
    /// The group of a modifier; empty for any other kind.
    public let group: String
    /// The id of the choice; for a second half, the id of the variant.
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
  /// The price of one unit; for a product in a combo, its share of the combo's price.
  public let price: Money
}
