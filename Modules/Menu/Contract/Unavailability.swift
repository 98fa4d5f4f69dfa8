public import Foundation

/// The reason why an item is unavailable, and the time when it is available again.
public struct Unavailability: Sendable, Hashable {
  /// The cause of an item's unavailability: the server, the hours of sale, a lack of choices, or its pricing.
  public enum Cause: Sendable, Hashable {
    /// The server lists the item as unavailable, or the menu does not contain the item.
    ///
    /// The associated value is the server's reason; `nil` if there is none.
    case stopped(UnavailabilityReason?)
    /// The time of the ``OrderableMenu`` is outside the item's hours of sale.
    case closed
    /// Too few variants, modifiers or options of the item are available, or too few units of them are left.
    case nothingToChoose
    /// This release does not know the pricing rule of the item.
    case unknownPricing
  }

  /// The cause of the item's unavailability at the time of the ``OrderableMenu``.
  public let cause: Cause
  /// The earliest time at which the item may be available again; `nil` if it is unknown.
  public let returns: Date?
}
