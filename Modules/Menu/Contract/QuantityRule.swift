/// The limits for the total quantity of a selection, and for its number of different items.
public struct QuantityRule: Sendable, Hashable {
  /// The allowed total quantity, within 0 to 100; an amount such as extra counts as several units.
  public let count: ClosedRange<Int>
  /// The allowed number of different modifiers or options, within 0 to 100.
  let kinds: ClosedRange<Int>

  /// Whether at least one item has to be selected.
  public var isRequired: Bool { count.lowerBound > 0 || kinds.lowerBound > 0 }

  /// The smallest total quantity that satisfies the minimum of ``count`` and the minimum of ``kinds``.
  var fewest: Int { max(count.lowerBound, kinds.lowerBound) }
}
