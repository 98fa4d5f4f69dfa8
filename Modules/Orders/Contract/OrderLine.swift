public import Commerce

/// A line of an order, with the names that the product had when it was ordered.
public struct OrderLine: Codable, Sendable, Hashable, Identifiable {
  /// The kind of a line: the user chose the product, or a promo code added it.
  ///
  /// A kind that this release does not know is preserved; such a line is shown like any other line.
  public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
    /// The name that the server uses for this kind, such as `gift`.
    public let rawValue: String

    /// Creates a kind from the server's name for it, also from one that this release does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user chose the product.
    public static let chosen = Kind(rawValue: "chosen")
    /// A promo code added the product.
    public static let gift = Kind(rawValue: "gift")
  }

  /// The server's id of the line, by which a review refers to it.
  ///
  /// If the id is missing or repeated, it is an id that no other line of the order has.
  public let id: String
  /// The kind of the line: the user chose the product, or a promo code added it.
  public let kind: Kind
  /// The ids of the product and of the user's choices, with which the line can be ordered again.
  ///
  /// If they are unreadable, the product is empty.
  public let configuration: ItemConfiguration
  /// The name of the product or combo, as the app showed it when the order was placed.
  public let name: String
  /// The name of the size or other variant; `nil` if there is none.
  public let variantName: String?
  /// The names of the modifiers, removed ingredients, and parts of a combo or pizza, in display order.
  public let details: [String]
  /// The path of the image without a width, like `ImageSet.path` of Menu; `nil` if there is none.
  public let image: String?
  /// The number of ordered units; 1 to 100,000 in a line from the server.
  public let quantity: Int
  /// The price of one unit with its modifiers, without discounts.
  ///
  /// Here and in the other amounts, one that the server's response lacks is 0.
  public let unitPrice: Money
  /// The price of all units, without discounts.
  public let total: Money
  /// The discounts on all units, not yet subtracted from ``total``.
  public let discount: Money

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - id: The server's id of the line.
  ///   - kind: The kind of the line, such as ``Kind/gift``.
  ///   - configuration: The configured product.
  ///   - name: The name of the product or combo.
  ///   - variantName: The name of the size or other variant; `nil` if there is none.
  ///   - details: The names of the modifiers, removed ingredients, and parts of a combo or pizza, in
  ///     display order.
  ///   - image: The path of the image without a width; `nil` if there is none.
  ///   - quantity: The number of units.
  ///   - unitPrice: The price of one unit with its modifiers, without discounts.
  ///   - total: The price of all units, without discounts.
  ///   - discount: The discounts on all units.
  public init(
    id: String, kind: Kind = .chosen, _ configuration: ItemConfiguration, name: String,
    variantName: String? = nil, details: [String] = [], image: String? = nil, quantity: Int,
    unitPrice: Money, total: Money, discount: Money
  ) {
    (self.id, self.kind, self.configuration) = (id, kind, configuration)
    (self.name, self.variantName, self.details) = (name, variantName, details)
    (self.image, self.quantity) = (image, quantity)
    (self.unitPrice, self.total, self.discount) = (unitPrice, total, discount)
  }
}
