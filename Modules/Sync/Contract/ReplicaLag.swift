#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The rule that decides whether an answer with a lower version than the known one is used.
///
/// A replica of the server that lags behind answers with lower versions for a short while. A server that
/// was restored from a backup does so permanently. The rule distinguishes them by the time since the
/// server last confirmed the known version: an answer within the limit is attributed to a lagging replica
/// and ignored, and a later one is used.
public enum ReplicaLag {
  /// The longest time for which a replica of the server, or a cache before it, is expected to lag.
  public static let longest: Duration = .seconds(3_600)

  /// Whether a lower version comes from a lagging replica and must not be used.
  ///
  /// - Parameters:
  ///   - version: The version of the answer; `nil` if the server names none.
  ///   - known: The version that the answer would replace; `nil` if there is none.
  ///   - confirmation: The time at which the server last sent or confirmed the known version.
  ///   - now: The time of the answer. If the clock was set back by more than the limit, the limit counts
  ///     as exceeded; a wrong clock must not block lower versions forever.
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
