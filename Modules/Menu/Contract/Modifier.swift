/// Things that can be added to a product, and how many of them.
public struct ModifierGroup: Sendable, Hashable, Identifiable {
  /// Names a group.
  public typealias ID = MenuID<ModifierGroup>

  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
  /// What is offered, in the order to show.
  public let modifiers: [Modifier.ID]
  /// How many may and must be taken.
  public let quantity: QuantityRule
  /// How many are not charged, the cheapest first.
  public let free: Int
  /// What is taken unless somebody says otherwise.
  public let defaults: [Modifier.ID: Int]
}

/// Something added to a product.
public struct Modifier: Sendable, Hashable, Identifiable {
  /// Names a modifier.
  public typealias ID = MenuID<Modifier>

  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
  /// The price of one, in minor units of the menu's currency; never negative.
  ///
  /// It may be another in some groups or to some sizes: ``MenuSnapshot/price(of:in:with:)`` says it.
  public let price: Int64
  /// How many of it may be taken in one group, at least 1.
  public let maximum: Int
  /// What may be added once this is; nothing has to be.
  public internal(set) var groups: [ModifierGroup.ID]
  /// What it costs elsewhere; the first that fits counts.
  var overrides: [PriceOverride] = []
}

/// How many may and must be taken of a list, and of how many kinds.
public struct QuantityRule: Sendable, Hashable {
  /// How many in all.
  public let count: ClosedRange<Int>
  /// How many different ones.
  public let kinds: ClosedRange<Int>

  /// Whether something has to be taken.
  public var isRequired: Bool { count.lowerBound > 0 || kinds.lowerBound > 0 }

  /// The fewest that satisfy both rules.
  var fewest: Int { max(count.lowerBound, kinds.lowerBound) }
}

/// What may be the second half of a product, and what both cost together.
///
/// The halves have the same size and crust.
public struct HalfRule: Sendable, Hashable {
  /// How two halves are priced; a rule unknown to this release is kept as it came, and with it no
  /// halves are offered.
  public struct Pricing: RawRepresentable, Sendable, Hashable {
    /// The server's word for it.
    public let rawValue: String
    /// Wraps the server's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The price of the dearer one.
    public static let dearer = Pricing(rawValue: "dearer")
    /// The mean of both, a half minor unit away from zero.
    public static let average = Pricing(rawValue: "average")
    /// Half of each, and each half rounded for itself.
    public static let sumOfHalves = Pricing(rawValue: "sumOfHalves")
  }

  /// How two halves are priced.
  public let pricing: Pricing
  /// The products that may be the second half.
  public let partners: [Product.ID]
}
