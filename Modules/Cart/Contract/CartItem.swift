public import Commerce

/// A configured product with all data that a screen needs to show it without the menu.
///
/// The names, the image and the price are copied from the menu and sent with the item. So a cart can be
/// shown offline, after a restart, and after a change of the menu.
public struct CartItem: Sendable, Hashable, Codable {
  /// The configured product, which determines the ``line`` of a cart that contains the item.
  public let configuration: ItemConfiguration
  /// The city whose menu contains the item; the cart of another city does not accept the item.
  public let city: CityID
  /// The name of the product; an item with an empty name cannot be added to a cart.
  public private(set) var name: String
  /// The name of the size or other variant; `nil` if the product has none.
  public private(set) var variantName: String?
  /// The names of the modifiers, removed ingredients and parts, in display order; may be empty.
  public private(set) var details: [String]
  /// The path of the image, as in the menu; `nil` if there is none.
  public private(set) var image: String?
  /// The price of one unit that the user saw when adding the item, or a later price that the user
  /// accepted.
  public internal(set) var unitPrice: Money
  /// The revision of the menu that contained the price.
  public let revision: String

  /// Creates an item; ``ShoppingCart/add(_:count:)`` checks its values.
  ///
  /// - Parameters:
  ///   - configuration: The configured product.
  ///   - city: The city of the menu.
  ///   - name: The name of the product.
  ///   - variantName: The name of the size or other variant; `nil` if the product has none.
  ///   - details: The names of the modifiers, removed ingredients and parts, in display order.
  ///   - image: The path of the image; `nil` if there is none.
  ///   - unitPrice: The price of one unit that the user sees.
  ///   - revision: The revision of the menu that contains the price.
  public init(
    _ configuration: ItemConfiguration, city: CityID, name: String, variantName: String? = nil,
    details: [String] = [], image: String? = nil, unitPrice: Money, revision: String
  ) {
    self.configuration = configuration
    self.city = city
    self.name = name
    self.variantName = variantName
    self.details = details
    self.image = image
    self.unitPrice = unitPrice
    self.revision = revision
  }

  /// Returns this item with the names, details and image of `other`, for example in another language.
  func labeled(as other: CartItem) -> CartItem {
    var item = self
    (item.name, item.variantName) = (other.name, other.variantName)
    (item.details, item.image) = (other.details, other.image)
    return item
  }

  /// The id of the line that contains the item in a cart; it is derived from ``configuration``.
  public var line: CartLine.ID { CartLine.ID(rawValue: configuration.text) }
}
