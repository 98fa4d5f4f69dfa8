/// A configured product: the variant, the added modifiers, the removed ingredients and the parts.
///
/// The parts are the products of a combo or the halves of a pizza.
///
/// All lists are sorted. So two configurations with the same content are equal and share one line of a
/// cart.
public struct CartConfiguration: Sendable, Hashable, Codable {
  /// An added modifier.
  public struct Modifier: Sendable, Hashable, Codable {
    /// The id of the added modifier.
    public let id: String
    /// The id of the modifier's group; `nil` if the modifier was added without a group.
    ///
    /// A product can offer the same modifier in several groups. The modifier then has a separate entry
    /// for each group.
    public let group: String?
    /// The number of units, at least one.
    public let count: Int

    /// Creates a modifier from its id, the id of its group, and the number of units.
    public init(_ id: String, in group: String? = nil, count: Int = 1) {
      self.id = id
      self.group = group
      self.count = count
    }
  }

  /// The product in a slot of a combo, or one half of a pizza.
  public struct Part: Sendable, Hashable, Codable {
    /// The id of the slot; the two halves of a pizza have different slots.
    public let slot: String
    /// The configured product in the slot.
    public let configuration: CartConfiguration

    /// Creates a part from the id of its slot and the product in the slot.
    public init(_ slot: String, _ configuration: CartConfiguration) {
      self.slot = slot
      self.configuration = configuration
    }
  }

  /// The id of the product.
  public let product: String
  /// The id of the size or other variant; `nil` if the product has none.
  public let variant: String?
  /// The added modifiers, sorted by group and id; a group contains each modifier at most once.
  public let modifiers: [Modifier]
  /// The ids of the removed ingredients, sorted.
  public let removed: [String]
  /// The parts, sorted by slot; parts with the same slot are sorted by their configurations.
  public let parts: [Part]

  /// Creates a configuration; the initializer sorts the lists, so their order has no effect.
  ///
  /// - Parameters:
  ///   - product: The id of the product.
  ///   - variant: The id of the size or other variant; `nil` for none.
  ///   - modifiers: The added modifiers. Counts of the same modifier in the same group are added, and
  ///     counts below one are ignored.
  ///   - removed: The ids of the removed ingredients.
  ///   - parts: The products in the slots of a combo, or the halves of a pizza.
  public init(
    product: String, variant: String? = nil, modifiers: [Modifier] = [], removed: [String] = [],
    parts: [Part] = []
  ) {
    self.product = product
    self.variant = variant
    var counts: [Modifier: Int] = [:]
    for modifier in modifiers where modifier.count > 0 {
      let one = Modifier(modifier.id, in: modifier.group)
      counts[one] = min(counts[one] ?? 0, .max - modifier.count) + modifier.count
    }
    self.modifiers = counts.map { Modifier($0.id, in: $0.group, count: $1) }.sorted {
      ($0.group ?? "", $0.id) < ($1.group ?? "", $1.id)
    }
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
