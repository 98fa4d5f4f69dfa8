public import Pricing

/// What a cart needs of what was ordered, in plain values: it can show it without any menu.
public struct OrderedItem: Sendable, Hashable {
  /// One thing that was chosen beside the product itself.
  public struct Part: Sendable, Hashable {
    /// What kind of thing.
    public enum Kind: Sendable, Hashable {
      /// The size, the crust, or the product that is the second half.
      case size, crust, secondHalf
      /// Something added; something left out, of the whole or the first half; of the second half.
      case modifier, removed, removedFromSecondHalf
    }

    /// What kind of thing.
    public let kind: Kind
    /// The group that a modifier was taken from; empty for anything else.
    public let group: String
    /// Its id, of a second half the variant's.
    public let id: String
    /// Its name, in the menu's language.
    public let name: String
    /// How many.
    public let count: Int
  }

  /// The product's variant or the combo.
  public let item: MenuItem
  /// The slot of the combo that this is the choice of; empty for what is no part of a combo.
  public let slot: String
  /// Its name, in the menu's language.
  public let name: String
  /// How it looks.
  public let image: ImageSet?
  /// What was chosen, in the order of the menu.
  public let parts: [Part]
  /// The products in a combo, in the order of its slots; empty for a product.
  public let products: [OrderedItem]
  /// The price of one; of a product in a combo, what it adds to the combo's price.
  public let price: Money
}
