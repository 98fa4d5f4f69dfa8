#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The rule for an answer with a lower version than the known one.
///
/// A lagging replica answers with an earlier version for a while. A server that was rolled back or
/// restored from a backup answers with lower versions permanently. The rule tells them apart by the time
/// since the server last confirmed the known version: beyond the limit it is not a lagging replica.
public enum ReplicaLag {
  /// The longest expected lag of a replica, or of a cache between it and the device.
  public static let longest: Duration = .seconds(3_600)

  /// Whether a lower version comes from a lagging replica and must not be used.
  ///
  /// - Parameters:
  ///   - version: The version of the answer; `nil` if the server names none.
  ///   - known: The version that the answer would replace; `nil` if there is none.
  ///   - confirmation: The time at which the server last sent or confirmed the known version.
  ///   - now: The time of the answer. A clock that was set back by more than the limit counts as past the
  ///     limit, so that a wrong clock cannot block lower versions forever.
  ///   - limit: The longest expected lag.
  /// - Returns: `false` for a version that is not lower, and after the limit.
  public static func explains(
    _ version: Int?, below known: Int?, confirmed confirmation: Date, now: Date,
    limit: Duration = longest
  ) -> Bool {
    guard let version, let known, version < known else { return false }
    return abs(now.timeIntervalSince(confirmation)) <= limit / .seconds(1)
  }
}
