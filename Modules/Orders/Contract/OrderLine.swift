public import Commerce

/// A line of an order, with the names that the product had when it was ordered.
public struct OrderLine: Codable, Sendable, Hashable, Identifiable {
  /// The kind of a line: the user chose the product, or a promo code added it.
  ///
  /// A kind that this release does not know is preserved; such a line is shown like any other line.
  public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
    /// The name that the server uses for this kind, such as `gift`.
    public let rawValue: String

    /// Creates a kind from the name that the server uses for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user chose the product.
    public static let chosen = Kind(rawValue: "chosen")
    /// A promo code added the product.
    public static let gift = Kind(rawValue: "gift")
  }

  /// The server's id of the line; a review of the order refers to it.
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

/// The price of the products of an order, the discount, the fees and the charged sum.
public struct OrderTotals: Codable, Sendable, Hashable {
  /// The price of all lines without discounts.
  public let items: Money
  /// The discounts on all lines, not yet subtracted from ``items``.
  public let discount: Money
  /// The amounts that are charged in addition to the lines, in the server's order; may be empty.
  public let fees: [Fee]
  /// The charged sum: ``items`` less ``discount`` plus ``fees``, if ``Order/totalsAddUp`` is `true`.
  public let due: Money

  /// Creates the amounts of an order.
  ///
  /// `items` is the price of all lines without discounts. `due` is the charged sum.
  public init(items: Money, discount: Money, fees: [Fee] = [], due: Money) {
    (self.items, self.discount, self.fees, self.due) = (items, discount, fees, due)
  }

  /// Whether the amounts of the lines and of the order agree.
  ///
  /// The ``OrderLine/total`` of each line must be the unit price times the quantity. The totals of the
  /// lines must add up to ``items``, and the discounts of the lines to ``discount``. ``due`` must be
  /// ``items`` minus ``discount`` plus ``fees``.
  func addUp(_ lines: [OrderLine]) -> Bool {
    do throws(MoneyError) {
      for line in lines {
        guard try line.unitPrice.multiplied(by: line.quantity) == line.total else { return false }
      }
      let charged = try Money.sum(fees.map(\.amount), in: due.currency)
        .adding(items).subtracting(discount)
      let totals = try Money.sum(lines.map(\.total), in: due.currency)
      let discounts = try Money.sum(lines.map(\.discount), in: due.currency)
      return charged == due && totals == items && discounts == discount
    } catch {
      return false
    }
  }
}
