/// The variants of a menu in columns: one array for each field of a variant.
///
/// A value that a variant lacks is stored as 0 or as an empty string, and is marked in ``gaps``.
struct VariantColumns: Codable, Equatable, Sendable {
  /// The values that one variant lacks, with one bit for each value.
  ///
  /// The bits are stored in files, so they must not change.
  private struct Gaps: OptionSet {
    let rawValue: UInt8

    static let size = Gaps(rawValue: 1)
    static let crust = Gaps(rawValue: 2)
    static let grams = Gaps(rawValue: 4)
    static let nutrition = Gaps(rawValue: 8)
  }

  let ids: [String]
  let sizes: [String]
  let crusts: [String]
  let prices: [Int64]
  let grams: [Int]
  let kilojoules: [Int]
  let kilocalories: [Int]
  let proteins: [Int]
  let fats: [Int]
  let carbohydrates: [Int]
  /// The values that each variant lacks: one raw value of ``Gaps`` per variant.
  ///
  /// The raw values are stored, because integers are decoded faster than values of ``Gaps``.
  let gaps: [UInt8]

  init(_ rows: [VariantRow]) {
    ids = rows.map(\.id)
    sizes = rows.map { $0.size ?? "" }
    crusts = rows.map { $0.crust ?? "" }
    prices = rows.map(\.price)
    grams = rows.map { $0.grams ?? 0 }
    kilojoules = rows.map { $0.nutrition?.kilojoules ?? 0 }
    kilocalories = rows.map { $0.nutrition?.kilocalories ?? 0 }
    proteins = rows.map { $0.nutrition?.proteins ?? 0 }
    fats = rows.map { $0.nutrition?.fats ?? 0 }
    carbohydrates = rows.map { $0.nutrition?.carbohydrates ?? 0 }
    gaps = rows.map { row in
      var gaps: Gaps = []
      if row.size == nil { gaps.insert(.size) }
      if row.crust == nil { gaps.insert(.crust) }
      if row.grams == nil { gaps.insert(.grams) }
      if row.nutrition == nil { gaps.insert(.nutrition) }
      return gaps.rawValue
    }
  }

  var count: Int { ids.count }

  /// Whether all columns have the same length.
  var isWhole: Bool {
    [
      sizes.count, crusts.count, prices.count, grams.count, kilojoules.count, kilocalories.count,
      proteins.count, fats.count, carbohydrates.count, gaps.count,
    ].allSatisfy { $0 == count }
  }

  subscript(place: Int) -> VariantRow {
    let gaps = Gaps(rawValue: gaps[place])
    let nutrition = Nutrition(
      kilojoules: kilojoules[place], kilocalories: kilocalories[place], proteins: proteins[place],
      fats: fats[place], carbohydrates: carbohydrates[place])
    return VariantRow(
      id: ids[place], size: gaps.contains(.size) ? nil : sizes[place], price: prices[place],
      grams: gaps.contains(.grams) ? nil : grams[place],
      nutrition: gaps.contains(.nutrition) ? nil : nutrition,
      crust: gaps.contains(.crust) ? nil : crusts[place])
  }
}
