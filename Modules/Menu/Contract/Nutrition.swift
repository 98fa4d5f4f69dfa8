/// What food has in it.
public struct Nutrition: Sendable, Hashable, Codable {
  /// The energy in kilojoules.
  public let kilojoules: Int
  /// The energy in kilocalories.
  public let kilocalories: Int
  /// Proteins, in tenths of a gram.
  public let proteins: Int
  /// Fats, in tenths of a gram.
  public let fats: Int
  /// Carbohydrates, in tenths of a gram.
  public let carbohydrates: Int

  /// What a portion has, where this is said of 100 g.
  public func portion(grams: Int) -> Nutrition {
    func share(_ value: Int) -> Int { Int(clamping: (Int128(value) * Int128(grams) + 50) / 100) }
    return Nutrition(
      kilojoules: share(kilojoules), kilocalories: share(kilocalories), proteins: share(proteins),
      fats: share(fats), carbohydrates: share(carbohydrates))
  }

  var isPossible: Bool {
    let possible = 0...10_000
    // One by one: a list of them would be memory to ask for, thousands of times.
    return possible.contains(kilojoules) && possible.contains(kilocalories)
      && possible.contains(proteins) && possible.contains(fats)
      && possible.contains(carbohydrates)
  }
}

/// One picture in several widths, and what to show until one of them is there.
public struct ImageSet: Sendable, Hashable, Codable {
  /// The path below the server's address; a width is appended as `/320`.
  public let path: String
  /// The widths that there are, in pixels.
  public let widths: [Int]
  /// The colour to show meanwhile, as `#RRGGBB`.
  public let placeholder: String

  /// The narrowest width that fills so many pixels, else the widest; `nil` when there is none.
  public func width(filling pixels: Int) -> Int? {
    widths.filter { $0 >= pixels }.min() ?? widths.max()
  }
}
