/// What may be the second half of a product, and what both cost together.
struct HalfRule: Sendable, Hashable {
  /// How two halves are priced, by the server's words.
  enum Pricing: String, Sendable {
    /// The price of the dearer one; the mean of both; half of each, and each half rounded for itself.
    case dearer, average, sumOfHalves

    func price(_ first: Int64, _ second: Int64) -> Int64 {
      switch self {
      case .dearer: max(first, second)
      // A half minor unit goes away from zero; no price is negative.
      case .average: (first + second + 1) / 2
      case .sumOfHalves: (first + 1) / 2 + (second + 1) / 2
      }
    }
  }

  let pricing: Pricing
  let partners: [Product.ID]
}
