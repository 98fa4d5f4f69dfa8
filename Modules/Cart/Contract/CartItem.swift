public import Networking
public import Pricing

/// A configured product as the user saw it: all that a screen needs to show it without a menu.
///
/// Names, image and price are copied in when it is made and travel with it, so a cart is readable
/// offline, after a restart, and when the menu has changed.
public struct CartItem: Sendable, Hashable, Codable {
  /// What it is made into.
  public let configuration: CartConfiguration
  /// The city whose menu it is from.
  public let city: CityID
  /// The product's name.
  public let name: String
  /// The name of the size or other variant.
  public let variantName: String?
  /// The names of what is added and left out, and of the parts, as they are to be shown.
  public let details: [String]
  /// Where the picture is.
  public let image: String?
  /// The price of one that the user saw last.
  public let unitPrice: Money
  /// The revision of the menu that all this is from.
  public let revision: String

  /// Makes an item from what is on the screen.
  public init(
    _ configuration: CartConfiguration, city: CityID, name: String, variantName: String? = nil,
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

  /// Returns the item with the names, the details and the image of another one.
  func labeled(as other: CartItem) -> CartItem {
    CartItem(
      configuration, city: city, name: other.name, variantName: other.variantName,
      details: other.details, image: other.image, unitPrice: unitPrice, revision: revision)
  }

  /// The line that it is or would be.
  public var line: CartLine.ID { CartLine.ID(rawValue: configuration.text) }
}
