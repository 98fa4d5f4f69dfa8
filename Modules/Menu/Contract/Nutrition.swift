/// Nutrition facts of 100 g or of a portion.
public struct Nutrition: Sendable, Hashable, Codable {
  /// Energy in kilojoules.
  public let kilojoules: Int
  /// Energy in kilocalories.
  public let kilocalories: Int
  /// Proteins in tenths of a gram.
  public let proteins: Int
  /// Fats in tenths of a gram.
  public let fats: Int
  /// Carbohydrates in tenths of a gram.
  public let carbohydrates: Int

  /// Converts the nutrition facts of 100 g to those of a portion with this weight.
  ///
  /// ```swift
  /// let facts = variant.grams.flatMap { variant.nutrition?.portion(grams: $0) }
  /// ```
  public func portion(grams: Int) -> Nutrition {
    func share(_ value: Int) -> Int { Int(clamping: (Int128(value) * Int128(grams) + 50) / 100) }
    return Nutrition(
      kilojoules: share(kilojoules), kilocalories: share(kilocalories), proteins: share(proteins),
      fats: share(fats), carbohydrates: share(carbohydrates))
  }

  var isPossible: Bool {
    let possible = 0...10_000
    // The values are compared one by one. With an array of the values, a menu with thousands of
    // variants would allocate thousands of arrays.
    return possible.contains(kilojoules) && possible.contains(kilocalories)
      && possible.contains(proteins) && possible.contains(fats)
      && possible.contains(carbohydrates)
  }
}
