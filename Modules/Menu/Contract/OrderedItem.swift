public import Commerce

/// A configured product or combo with its names and prices, which a cart can show without the menu.
public struct OrderedItem: Sendable, Hashable {
  /// The name of one choice within a product, such as the size or a modifier.
  public struct Choice: Sendable, Hashable {
    /// The kind of a choice, by which a screen decides how to show its name.
    public enum Kind: Sendable, Hashable {
      /// The size, the crust, or the second half of a half-and-half product.
      case size, crust, secondHalf
      /// An added modifier, or an ingredient that is left out.
      case modifier, removed
    }

    /// The kind of the choice, for example to show the name of a removed ingredient with a minus.
    public let kind: Kind
    /// Display name, in the menu's language.
    public let name: String
    /// The quantity of a modifier in one unit of the product; 1 for any other choice.
    public var count = 1
    /// The half on which a modifier is; `nil` for the whole product and for other kinds of choices.
    public var portion: ModifierChoice.Portion?
    /// The amount of a modifier; `nil` for the normal one.
    public var amount: ModifierAmount?
  }

  /// The ids of the product or combo and of its choices, to store in a line of a cart.
  ///
  /// A choice that the menu does not offer is left out.
  public let configuration: ItemConfiguration
  /// Display name, in the menu's language.
  public let name: String
  /// Image of the product or combo; `nil` if there is none.
  public let image: ImageSet?
  /// The choices in the display order of the menu; for a combo, the modifiers of the whole combo.
  ///
  /// An ingredient that is left out of the second half follows the name of this half.
  public let choices: [Choice]
  /// The products of a combo, in the display order of its slots; empty for a product.
  public let products: [OrderedItem]
  /// The price of one unit.
  ///
  /// For a product in a combo, this is the product's share of the combo's price, with the surcharge of
  /// the slot and the price of its modifiers. The shares and the modifiers of the whole combo add up to
  /// the price of the combo.
  public let price: Money
}
