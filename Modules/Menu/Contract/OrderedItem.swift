public import Commerce

/// A configured product or combo as ids, names and prices, which a cart can show without the menu.
public struct OrderedItem: Sendable, Hashable {
  /// One choice within a product, such as the size or a modifier.
  public struct Part: Sendable, Hashable {
    /// The kind of a choice.
    public enum Kind: Sendable, Hashable {
      /// The size, the crust, or the second half of a half-and-half product.
      case size, crust, secondHalf
      /// An added modifier, or an ingredient that is left out.
      ///
      /// In a half-and-half product, `removed` stands for an ingredient that is left out of the first
      /// half.
      case modifier, removed, removedFromSecondHalf
    }

    /// The kind, which tells to which entity of the menu ``id`` refers.
    public let kind: Kind
    /// The id of a modifier's group; empty if this choice is not a modifier.
    public let group: String
    /// The id of the chosen size, crust, modifier or ingredient.
    ///
    /// For the second half of a half-and-half product, it is the id of the variant that is used as this
    /// half.
    public let id: String
    /// Display name, in the menu's language.
    public let name: String
    /// The quantity of a modifier in one unit of the product; 1 for any other choice.
    public let count: Int
    /// The half on which a modifier is; `nil` for the whole product and for other kinds of choices.
    public var portion: ModifierChoice.Portion?
    /// The amount of a modifier; `nil` for the normal one.
    public var amount: ModifierAmount?
  }

  /// The configured variant or combo; never an item of another kind.
  public let item: MenuItem
  /// The id of the combo's slot that contains this product; empty outside of a combo.
  public let slot: String
  /// Display name, in the menu's language.
  public let name: String
  /// Image of the product or combo; `nil` if there is none.
  public let image: ImageSet?
  /// The choices in the display order of the menu; for a combo, the modifiers of the whole combo.
  public let parts: [Part]
  /// The products of a combo, in the display order of its slots; empty for a product.
  public let products: [OrderedItem]
  /// The price of one unit.
  ///
  /// For a product in a combo, this is the product's share of the combo's price, with the surcharge of
  /// the slot and the price of its modifiers. The shares and the modifiers of the whole combo add up to
  /// the price of the combo.
  public let price: Money
}
