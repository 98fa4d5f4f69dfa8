/// The variants of a menu, product by product; each is found by its id.
///
/// A list with a number for each id: a dictionary of whole variants would be several times as large, and
/// of a large menu it would fit into no cache.
public struct VariantList: Sendable, RandomAccessCollection {
  /// All of them, in the order of their products.
  private(set) var variants: [Variant] = []
  private var places: [Variant.ID: Int] = [:]

  init() {}

  /// The place of the first one.
  public var startIndex: Int { 0 }
  /// The place behind the last one.
  public var endIndex: Int { variants.count }

  /// The variant at a place.
  public subscript(place: Int) -> Variant { variants[place] }

  /// The variant with an id; `nil` when the menu has none.
  public subscript(id: Variant.ID) -> Variant? { places[id].map { variants[$0] } }

  /// Where the variant with an id is; `nil` when it is not there.
  func place(of id: Variant.ID) -> Int? { places[id] }

  /// Makes room for so many.
  mutating func reserveCapacity(_ count: Int) {
    variants.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  /// Adds one behind the others; returns whether its id was none of theirs.
  mutating func add(_ variant: consuming Variant) -> Bool {
    // Asked and said at once, because most of the time goes into finding the place in the table.
    if let former = places.updateValue(variants.count, forKey: variant.id) {
      places[variant.id] = former
      return false
    }
    variants.append(variant)
    return true
  }
}
