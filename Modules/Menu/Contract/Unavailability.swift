#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why something cannot be had at a time, and when it can.
public struct Unavailability: Sendable, Hashable {
  /// Why.
  public enum Cause: Sendable, Hashable {
    /// It is on the stop list, for this reason where one is given.
    case stopped(StopReason?)
    /// It is sold at other hours.
    case closed
    /// What it has to be chosen from cannot be had.
    case nothingToChoose
    /// It is priced by a rule that this release does not know.
    case unknownPricing
  }

  /// Why.
  public let cause: Cause
  /// When it is back, as far as one can know now; `nil` when one cannot.
  public let returns: Date?
}
