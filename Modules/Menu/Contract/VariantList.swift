/// Variants of a menu, grouped by product, with lookup by id.
///
/// The list consists of an array and a table of positions by id. A dictionary of whole variants
/// would be several times as large, and that of a large menu would not fit into a processor cache.
public struct VariantList: Sendable, RandomAccessCollection {
  /// All variants in the order of their products.
  private(set) var variants: [Variant] = []
  private var places: [Variant.ID: Int] = [:]

  init() {}

  /// Position of the first variant.
  public var startIndex: Int { 0 }
  /// Position after the last variant.
  public var endIndex: Int { variants.count }

  /// The variant at a position.
  public subscript(place: Int) -> Variant { variants[place] }

  /// The variant with an id; `nil` if the menu lacks it.
  public subscript(id: Variant.ID) -> Variant? { places[id].map { variants[$0] } }

  /// Returns the position of the variant with an id; `nil` if the list lacks it.
  func place(of id: Variant.ID) -> Int? { places[id] }

  /// Reserves storage for `count` variants.
  mutating func reserveCapacity(_ count: Int) {
    variants.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  /// Appends a variant unless its id is in use; returns whether it was appended.
  mutating func add(_ variant: consuming Variant) -> Bool {
    // One lookup serves both the check and the insertion, because it dominates the cost.
    if let former = places.updateValue(variants.count, forKey: variant.id) {
      places[variant.id] = former
      return false
    }
    variants.append(variant)
    return true
  }
}
