import Pricing

extension Combo {
  /// What a combo costs; a rule unknown to this release is kept as it came, and such a combo is not
  /// sold.
  enum Pricing: Sendable, Hashable {
    /// This much, in minor units, whatever is chosen; surcharges and additions come on top.
    case fixed(Int64)
    /// What its parts cost apart, less so many percent of each; additions are not reduced.
    case parts(percentOff: Int)
    /// A rule of a later release.
    case unknown(String)
  }
}

extension Combo.Pricing {
  /// What a combo costs before anything is chosen.
  var base: Int128 { Int128(fixedAmount ?? 0) }

  /// The price that does not depend on what is chosen; `nil` when there is none.
  var fixedAmount: Int64? {
    if case .fixed(let price) = self { price } else { nil }
  }

  /// What is charged of a part that costs so much apart.
  func share(of price: Int128) -> Int128 {
    switch self {
    case .fixed, .unknown: 0
    // Rounded for each part, a half away from zero; no price is negative.
    case .parts(let percentOff): (price * Int128(100 - percentOff) + 50) / 100
    }
  }
}
