import Commerce

extension Combo {
  /// The pricing rule of a combo.
  ///
  /// Surcharges and the prices of modifiers are added in full. A rule that this release does not know is
  /// preserved, but the combo is not sold.
  enum Pricing: Sendable, Hashable {
    /// A fixed price in minor units.
    case fixed(Int64)
    /// The sum of the chosen products' prices, each reduced by a percentage.
    case parts(percentOff: Int)
    /// The sum of the chosen products' prices, reduced by an amount in minor units.
    case amountOff(Int64)
    /// The sum of the chosen products' prices, without a number of the cheapest in certain slots.
    ///
    /// At least one product is paid for.
    case cheapestFree(count: Int, slots: Set<ComboSlot.ID>)
    /// A pricing rule that this release does not know; the text is the server's name of the rule.
    case unknown(String)
  }
}

extension Combo.Pricing {
  /// Fixed price in minor units; `nil` if the price depends on the choices.
  var fixedAmount: Int64? {
    if case .fixed(let price) = self { price } else { nil }
  }

  /// Returns the amount that each chosen product adds to a combo, without surcharges and modifiers.
  ///
  /// `parts` contains the slot and the regular price of each product. The sum of the result is the price
  /// of the combo, unless `parts` is empty.
  func shares(of parts: [(slot: ComboSlot.ID, price: Int128)]) -> [Int128] {
    let prices = parts.map(\.price)
    switch self {
    case .fixed(let price): return Self.split(Int128(price), by: prices)
    case .parts, .unknown: return prices.map(share)
    case .amountOff(let amount):
      return Self.split(max(0, prices.reduce(0, +) - Int128(amount)), by: prices)
    case .cheapestFree(let count, let slots):
      var shares = prices
      let candidates = parts.indices.filter { slots.contains(parts[$0].slot) }
      // A combo is never free as a whole.
      let free = min(count, parts.count - 1)
      for index in candidates.sorted(by: { (prices[$0], $0) < (prices[$1], $1) }).prefix(
        max(0, free))
      {
        shares[index] = 0
      }
      return shares
    }
  }

  /// Returns the amount by which a product raises the sum before a reduction of the whole sum.
  func share(of price: Int128) -> Int128 {
    switch self {
    case .fixed, .unknown: 0
    case .parts(let percentOff): (price * Int128(100 - percentOff)).rounded(dividingBy: 100)
    case .amountOff, .cheapestFree: price
    }
  }

  /// Splits an amount in proportion to weights; the largest remainders get the rest.
  private static func split(_ amount: Int128, by weights: [Int128]) -> [Int128] {
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return weights.isEmpty ? [] : split(amount, by: weights.map { _ in 1 }) }
    var shares = weights.map { amount * $0 / sum }
    let byRemainder = weights.indices.sorted {
      (amount * weights[$1] % sum, $0) < (amount * weights[$0] % sum, $1)
    }
    for index in byRemainder.prefix(Int(amount - shares.reduce(0, +))) { shares[index] += 1 }
    return shares
  }
}

/// The half-and-half rule of a product: its possible second halves, and how the price is computed.
struct HalfRule: Sendable, Hashable {
  /// The method of computing the price of a half-and-half product from the prices of its two halves.
  ///
  /// The raw values are the names that the server uses.
  enum Pricing: String, Sendable {
    /// A computation from the full prices of the two products that form the halves.
    ///
    /// - `dearer`: The higher of the two prices.
    /// - `average`: The mean of the two prices, rounded.
    /// - `sumOfHalves`: The sum of the two prices, each divided by two and rounded.
    case dearer, average, sumOfHalves

    func price(_ first: Int64, _ second: Int64) -> Int64 {
      switch self {
      case .dearer: max(first, second)
      // Adding 1 rounds half away from zero, because prices are never negative.
      case .average: (first + second + 1) / 2
      case .sumOfHalves: (first + 1) / 2 + (second + 1) / 2
      }
    }
  }

  let pricing: Pricing
  let partners: [MenuProduct.ID]
}

/// A price that replaces a modifier's usual price in a group, for a size or with a crust.
///
/// If a property is `nil`, the price applies in all groups, for all sizes or with all crusts.
struct PriceOverride: Codable, Sendable, Hashable {
  let group: ModifierGroup.ID?
  let size: ProductSize.ID?
  var crust: Crust.ID?
  let price: Int64
}

/// The limits and the free units that a product's group has for certain variants.
///
/// If a set is `nil`, the row applies to all sizes or crusts, and to variants without any.
struct GroupOffer: Sendable, Hashable {
  let group: ModifierGroup.ID
  let sizes: Set<ProductSize.ID>?
  let crusts: Set<Crust.ID>?
  let quantity: QuantityRule
  let free: Int

  func includes(_ variant: Variant) -> Bool {
    sizes.map { variant.size.map($0.contains) ?? false } ?? true
      && crusts.map { variant.crust.map($0.contains) ?? false } ?? true
  }
}

/// A number of units that are free of charge in several groups together.
///
/// In these groups, it replaces ``ModifierGroup/free``.
struct Allowance: Codable, Sendable, Hashable {
  let groups: Set<ModifierGroup.ID>
  let free: Int
}

/// The price of the next units of a group; `units` is `nil` in the last row, for all further units.
struct PriceTier: Codable, Sendable, Hashable {
  let units: Int?
  let price: Int64
}

/// A price of a variant during certain hours.
struct TimedPrice: Sendable, Hashable {
  let price: Int64
  let hours: [HoursWindow]
}

/// The effect of leaving out certain ingredients on the allergens and diets of a product.
struct FreeWithout: Codable, Sendable, Hashable {
  let ingredients: Set<Ingredient.ID>
  /// The allergens that the product then only may contain.
  let allergens: Set<MenuTag>?
  /// The diets that the product then suits.
  let diets: Set<MenuTag>?
}

extension MenuModifier {
  /// Returns the price of one unit of the modifier in a group of a product; `nil` stands for a combo.
  func price(in group: ModifierGroup.ID, to variant: Variant?) -> Int64 {
    overrides.first { override in
      (override.group == nil || override.group == group)
        && (override.size == nil || override.size == variant?.size)
        && (override.crust == nil || override.crust == variant?.crust)
    }?.price ?? price
  }
}

extension [PriceTier] {
  /// Returns the price of a number of units.
  func price(of count: Int128) -> Int128 {
    var (sum, missing): (Int128, Int128) = (0, count)
    for tier in self where missing > 0 {
      let units = tier.units.map { Swift.min(Int128($0), missing) } ?? missing
      sum += units * Int128(tier.price)
      missing -= units
    }
    return sum
  }
}
