import Pricing

extension Combo {
  /// Pricing rule of a combo.
  ///
  /// A rule unknown to this release is preserved, but the combo is not sold.
  enum Pricing: Sendable, Hashable {
    /// A fixed price in minor units; surcharges and modifiers are added.
    case fixed(Int64)
    /// The sum of the parts, each reduced by a percentage; modifiers are not reduced.
    case parts(percentOff: Int)
    /// A rule of a later release.
    case unknown(String)
  }
}

extension Combo.Pricing {
  /// Price of the combo before any choice.
  var base: Int128 { Int128(fixedAmount ?? 0) }

  /// Fixed price in minor units; `nil` if the price depends on the choices.
  var fixedAmount: Int64? {
    if case .fixed(let price) = self { price } else { nil }
  }

  /// Returns the share of a part's own price that the combo charges.
  func share(of price: Int128) -> Int128 {
    switch self {
    case .fixed, .unknown: 0
    // Each part is rounded half away from zero; prices are never negative.
    case .parts(let percentOff): (price * Int128(100 - percentOff) + 50) / 100
    }
  }
}
