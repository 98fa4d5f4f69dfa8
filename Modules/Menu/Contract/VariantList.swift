import Foundation

/// Variants of a menu, grouped by product, with lookup by id.
///
/// The variants are in an array, and a dictionary contains the position of each variant, by id. A
/// dictionary with whole variants as values would be several times as large. For a large menu, such a
/// dictionary would not fit into a processor cache.
///
/// ```swift
/// let variants = product.variants.compactMap { menu.variants[$0] }
/// ```
public struct VariantList: Sendable, RandomAccessCollection {
  /// All variants; the variants of one product are adjacent.
  private(set) var variants: [Variant] = []
  private var places: [Variant.ID: Int] = [:]

  init() {}

  /// The position of the first variant, which is always 0.
  public var startIndex: Int { 0 }
  /// The position after the last variant, which is the number of variants.
  public var endIndex: Int { variants.count }

  /// The variant at a position, which must be less than ``endIndex``.
  public subscript(place: Int) -> Variant { variants[place] }

  /// The variant with an id; `nil` if there is none.
  public subscript(id: Variant.ID) -> Variant? { places[id].map { variants[$0] } }

  /// Returns the position of the variant with an id; `nil` if there is none.
  func place(of id: Variant.ID) -> Int? { places[id] }

  /// Reserves storage for `count` variants.
  mutating func reserveCapacity(_ count: Int) {
    variants.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  /// Appends a variant unless its id is in use; returns whether it was appended.
  mutating func add(_ variant: consuming Variant) -> Bool {
    // The dictionary is searched once for both the check and the insertion, because the search takes
    // most of the time of this call.
    if let former = places.updateValue(variants.count, forKey: variant.id) {
      places[variant.id] = former
      return false
    }
    variants.append(variant)
    return true
  }
}
