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

  /// Returns the facts of a portion, if these are the facts of 100 g.
  public func portion(grams: Int) -> Nutrition {
    func share(_ value: Int) -> Int { Int(clamping: (Int128(value) * Int128(grams) + 50) / 100) }
    return Nutrition(
      kilojoules: share(kilojoules), kilocalories: share(kilocalories), proteins: share(proteins),
      fats: share(fats), carbohydrates: share(carbohydrates))
  }

  var isPossible: Bool {
    let possible = 0...10_000
    // Compared one by one: an array would be allocated for each of thousands of variants.
    return possible.contains(kilojoules) && possible.contains(kilocalories)
      && possible.contains(proteins) && possible.contains(fats)
      && possible.contains(carbohydrates)
  }
}

/// One image in several widths, with a placeholder color.
public struct ImageSet: Sendable, Hashable, Codable {
  /// Path on the server; append a width, such as `/320`.
  public let path: String
  /// Available widths in pixels.
  public let widths: [Int]
  /// Color to show while the image loads, as `#RRGGBB`.
  public let placeholder: String

  /// Returns the narrowest width of at least `pixels`, else the widest; `nil` if there is none.
  public func width(filling pixels: Int) -> Int? {
    widths.filter { $0 >= pixels }.min() ?? widths.max()
  }
}
