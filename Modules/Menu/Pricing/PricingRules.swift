import Pricing

extension Combo {
  /// The pricing rule of a combo.
  ///
  /// A rule that this release does not know is preserved, but the combo is not sold.
  enum Pricing: Sendable, Hashable {
    /// A fixed price in minor units; surcharges and the prices of modifiers are added.
    case fixed(Int64)
    /// The sum of the chosen products' prices, each reduced by a percentage.
    ///
    /// Surcharges and the prices of modifiers are added in full.
    case parts(percentOff: Int)
    /// A pricing rule that this release does not know; the text is the server's name of the rule.
    case unknown(String)
  }
}

extension Combo.Pricing {
  /// The part of a combo's price that does not depend on the choices; 0 unless the price is fixed.
  var base: Int128 { Int128(fixedAmount ?? 0) }

  /// Fixed price in minor units; `nil` if the price depends on the choices.
  var fixedAmount: Int64? {
    if case .fixed(let price) = self { price } else { nil }
  }

  /// Returns the amount that a product with this price adds to a combo; 0 if the combo's price is fixed.
  func share(of price: Int128) -> Int128 {
    switch self {
    case .fixed, .unknown: 0
    // Adding 50 rounds half away from zero, because prices are never negative.
    case .parts(let percentOff): (price * Int128(100 - percentOff) + 50) / 100
    }
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

/// A price that replaces a modifier's usual price in a group, for a size, or for a size in a group.
///
/// If `group` is `nil`, the price applies in all groups. If `size` is `nil`, it applies to all sizes.
struct PriceOverride: Sendable, Hashable {
  let group: ModifierGroup.ID?
  let size: ProductSize.ID?
  let price: Int64
}

extension MenuModifier {
  /// Returns the price of one unit of the modifier in a group.
  ///
  /// `size` is the size of the product; `nil` if the product has no sizes.
  func price(in group: ModifierGroup.ID, to size: ProductSize.ID?) -> Int64 {
    overrides.first { override in
      (override.group.map { $0 == group } ?? true) && (override.size.map { $0 == size } ?? true)
    }?.price ?? price
  }
}
