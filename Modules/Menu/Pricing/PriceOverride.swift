/// Price of a modifier in a group, for a size or both, instead of its default price.
struct PriceOverride: Sendable, Hashable {
  let group: ModifierGroup.ID?
  let size: ProductSize.ID?
  let price: Int64
}

extension MenuModifier {
  /// Returns the price of one unit in a group, added to a product of this size.
  func price(in group: ModifierGroup.ID, to size: ProductSize.ID?) -> Int64 {
    overrides.first { override in
      (override.group.map { $0 == group } ?? true) && (override.size.map { $0 == size } ?? true)
    }?.price ?? price
  }
}
