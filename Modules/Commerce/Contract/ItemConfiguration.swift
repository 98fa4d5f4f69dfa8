/// A configured product as ids: the variant, the added modifiers, the removed ingredients and the parts.
///
/// The parts are the products of a combo or the second half of a pizza. Carts and orders contain the same
/// configurations, so a line of an order can be added to a cart again.
///
/// All lists are sorted. So two configurations with the same content are equal and share one line of a
/// cart.
///
/// ```swift
/// let pizza = ItemConfiguration(
///   product: "margherita", variant: "margherita-30",
///   modifiers: [ItemConfiguration.Modifier("cheese", in: "extras", count: 2)], removed: ["basil"])
/// ```
public struct ItemConfiguration: Sendable, Hashable, Codable {
  /// A modifier that is added to a product, such as extra cheese, and the number of its units.
  public struct Modifier: Sendable, Hashable, Codable {
    /// The id of the added modifier in the menu.
    public let id: String
    /// The id of the modifier's group; `nil` if the modifier was added without a group.
    ///
    /// A product can offer the same modifier in several groups. The modifier then has a separate entry
    /// for each group.
    public let group: String?
    /// The number of units, at least one.
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
    ///   - count: The number of units.
    ///   - portion: The half on which the modifier is; `nil` for the whole product.
    ///   - amount: The id of the amount; `nil` for the normal one.
    public init(
      _ id: String, in group: String? = nil, count: Int = 1, portion: String? = nil,
      amount: String? = nil
    ) {
      self.id = id
      self.group = group
      self.count = count
      self.portion = portion
      self.amount = amount
    }

    /// Returns the same choice with another number of units.
    fileprivate func with(_ count: Int) -> Modifier {
      Modifier(id, in: group, count: count, portion: portion, amount: amount)
    }

    /// The texts by which modifiers are sorted.
    fileprivate var key: [String] { [group ?? "", id, portion ?? "", amount ?? ""] }
  }

  /// The product in a slot of a combo, or the second half of a pizza.
  public struct Part: Sendable, Hashable, Codable {
    /// The id of the slot; ``secondHalf`` for the second half of a pizza.
    public let slot: String
    /// The configured product in the slot.
    public let configuration: ItemConfiguration

    /// Creates a part from the id of its slot and the product in the slot.
    public init(_ slot: String, _ configuration: ItemConfiguration) {
      self.slot = slot
      self.configuration = configuration
    }
  }

  /// The slot of the second half of a half-and-half product.
  ///
  /// All apps of a service must use the same name, because a user's cart may contain lines from each of
  /// these apps.
  public static let secondHalf = "secondHalf"

  /// The id of the product or combo in the menu; empty if a line of a cart or an order lacks a readable one.
  ///
  /// An item with an empty id cannot be added to a cart.
  public let product: String
  /// The id of the size or other variant; `nil` if the product has none, and for a combo.
  public let variant: String?
  /// The added modifiers, sorted by group and id.
  ///
  /// A group contains each modifier at most once per half and amount.
  public let modifiers: [Modifier]
  /// The ids of the removed ingredients, sorted and without duplicates.
  ///
  /// For a pizza with two halves, they are removed from the first half; those of the second half are in
  /// ``parts``.
  public let removed: [String]
  /// The parts, sorted by slot; empty for a simple product.
  ///
  /// Parts with the same slot are sorted by their configurations.
  public let parts: [Part]

  /// Creates a configuration; the initializer sorts the lists, so their order has no effect.
  ///
  /// - Parameters:
  ///   - product: The id of the product.
  ///   - variant: The id of the size or other variant; `nil` for none.
  ///   - modifiers: The added modifiers. Counts of the same choice are added, and
  ///     counts below one are ignored.
  ///   - removed: The ids of the removed ingredients.
  ///   - parts: The products in the slots of a combo, or the second half of a pizza.
  public init(
    product: String, variant: String? = nil, modifiers: [Modifier] = [], removed: [String] = [],
    parts: [Part] = []
  ) {
    self.product = product
    self.variant = variant
    var counts: [Modifier: Int] = [:]
    for modifier in modifiers where modifier.count > 0 {
      let one = modifier.with(1)
      counts[one] = min(counts[one] ?? 0, .max - modifier.count) + modifier.count
    }
    self.modifiers = counts.map { $0.with($1) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    self.removed = Set(removed).sorted()
    self.parts = parts.sorted {
      ($0.slot, $0.configuration.text) < ($1.slot, $1.configuration.text)
    }
  }

  /// Decodes a configuration and sorts its lists.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      product: try values.decode(String.self, forKey: .product),
      variant: try values.decodeIfPresent(String.self, forKey: .variant),
      modifiers: try values.decodeIfPresent([Modifier].self, forKey: .modifiers) ?? [],
      removed: try values.decodeIfPresent([String].self, forKey: .removed) ?? [],
      parts: try values.decodeIfPresent([Part].self, forKey: .parts) ?? [])
  }
}
