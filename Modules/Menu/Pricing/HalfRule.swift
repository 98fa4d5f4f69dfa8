/// Partners of a half-and-half product, and the rule for the price.
struct HalfRule: Sendable, Hashable {
  /// Pricing rule for two halves; the raw values are the server's.
  enum Pricing: String, Sendable {
    /// The higher price; the mean of both; the sum of both halves, each rounded.
    case dearer, average, sumOfHalves

    func price(_ first: Int64, _ second: Int64) -> Int64 {
      switch self {
      case .dearer: max(first, second)
      // Rounds half away from zero; prices are never negative.
      case .average: (first + second + 1) / 2
      case .sumOfHalves: (first + 1) / 2 + (second + 1) / 2
      }
    }
  }

  let pricing: Pricing
  let partners: [MenuProduct.ID]
}
