#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Reason why an item is unavailable, and the time of its return.
public struct Unavailability: Sendable, Hashable {
  /// Cause of an item's unavailability.
  public enum Cause: Sendable, Hashable {
    /// The item is on the stop list, with the reason if the server names one.
    case stopped(UnavailabilityReason?)
    /// The time is outside the item's hours of sale.
    case closed
    /// Too few of the required choices are available.
    case nothingToChoose
    /// This release does not know the pricing rule of the item.
    case unknownPricing
  }

  /// Cause of the unavailability.
  public let cause: Cause
  /// Earliest known time of the item's return; `nil` if unknown.
  public let returns: Date?
}
