public import Pricing

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
  /// If they are unreadable, ``OrderConfiguration/product`` is empty.
  public let configuration: OrderConfiguration
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
    id: String, kind: Kind = .chosen, _ configuration: OrderConfiguration, name: String,
    variantName: String? = nil, details: [String] = [], image: String? = nil, quantity: Int,
    unitPrice: Money, total: Money, discount: Money
  ) {
    (self.id, self.kind, self.configuration) = (id, kind, configuration)
    (self.name, self.variantName, self.details) = (name, variantName, details)
    (self.image, self.quantity) = (image, quantity)
    (self.unitPrice, self.total, self.discount) = (unitPrice, total, discount)
  }
}

/// A configured product: variant, added modifiers, removed ingredients, and parts of a combo or pizza.
public struct OrderConfiguration: Codable, Sendable, Hashable {
  /// An added modifier.
  public struct Modifier: Codable, Sendable, Hashable {
    /// The id of the modifier in the menu.
    public let id: String
    /// The id of the modifier's group; `nil` if it is unknown.
    ///
    /// A product can offer the same modifier in several groups.
    public let group: String?
    /// The number of units of the modifier in one unit of the product.
    public let count: Int
    /// The half on which the modifier is, such as `first`; `nil` for the whole product.
    public let portion: String?
    /// The id of the amount, such as `light`; `nil` for the normal one.
    public let amount: String?

    /// Creates a modifier.
    ///
    /// - Parameters:
    ///   - id: The id of the modifier.
    ///   - group: The id of its group.
    ///   - count: The number of units of the modifier in one unit of the product.
    ///   - portion: The half on which the modifier is; `nil` for the whole product.
    ///   - amount: The id of the amount; `nil` for the normal one.
    public init(
      _ id: String, in group: String? = nil, count: Int = 1, portion: String? = nil,
      amount: String? = nil
    ) {
      (self.id, self.group, self.count) = (id, group, count)
      (self.portion, self.amount) = (portion, amount)
    }
  }

  /// The product in a slot of a combo, or one half of a pizza.
  public struct Part: Codable, Sendable, Hashable {
    /// The id of the slot in the combo, or of the half of the pizza.
    public let slot: String
    /// The configured product in the slot, or the configured half.
    public let configuration: OrderConfiguration

    /// Creates a part from the id of its slot and the product in the slot.
    public init(_ slot: String, _ configuration: OrderConfiguration) {
      self.slot = slot
      self.configuration = configuration
    }
  }

  /// The id of the product or combo in the menu; empty if the configuration is unreadable.
  public let product: String
  /// The id of the size or other variant; `nil` if there is none.
  public let variant: String?
  /// The added modifiers; for a combo, those of the whole combo.
  public let modifiers: [Modifier]
  /// The ids of the removed ingredients; of a pizza with two halves, those of the first half.
  public let removed: [String]
  /// The products in the slots of a combo, or the second half of a pizza; empty for any other product.
  public let parts: [Part]

  /// Creates a configuration; `product`, `variant` and the texts in `removed` are ids.
  public init(
    product: String, variant: String? = nil, modifiers: [Modifier] = [], removed: [String] = [],
    parts: [Part] = []
  ) {
    (self.product, self.variant) = (product, variant)
    (self.modifiers, self.removed, self.parts) = (modifiers, removed, parts)
  }
}

/// The price of the products of an order, the discount, the fees and the charged sum.
public struct OrderTotals: Codable, Sendable, Hashable {
  /// An amount that is charged in addition to the lines.
  public struct Fee: Codable, Sendable, Hashable {
    /// The server's name of the fee, such as `delivery`.
    public let kind: String
    /// The amount; negative only if the fee rounds the charged sum down.
    public let amount: Money

    /// Creates a fee; `kind` is the server's name of the fee, such as `delivery`.
    public init(_ kind: String, _ amount: Money) {
      self.kind = kind
      self.amount = amount
    }
  }

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
