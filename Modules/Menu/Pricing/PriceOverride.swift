/// What a modifier costs in a group, to a size, or both, in the place of its own price.
struct PriceOverride: Sendable, Hashable {
  let group: ModifierGroup.ID?
  let size: ProductSize.ID?
  let price: Int64
}

extension Modifier {
  /// What one costs in a group, added to a product of a size.
  func price(in group: ModifierGroup.ID, to size: ProductSize.ID?) -> Int64 {
    overrides.first { override in
      (override.group.map { $0 == group } ?? true) && (override.size.map { $0 == size } ?? true)
    }?.price ?? price
  }
}
