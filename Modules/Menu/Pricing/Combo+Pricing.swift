import Pricing

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

extension HalfRule.Pricing {
  /// The price of two halves; `nil` when the rule is not known.
  func price(_ first: Int64, _ second: Int64) -> Int64? {
    switch self {
    case .dearer: max(first, second)
    // A half minor unit goes away from zero; no price is negative.
    case .average: (first + second + 1) / 2
    case .sumOfHalves: (first + 1) / 2 + (second + 1) / 2
    default: nil
    }
  }
}
