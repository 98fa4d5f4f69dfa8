#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The rule for a response whose version is lower than the known version.
///
/// A server replica that lags behind returns lower versions for a short time. A server that was
/// restored from a backup returns them permanently. The rule distinguishes the two by the time since
/// the server last confirmed the known version. Within a limit, the response is attributed to a lagging
/// replica and ignored. After the limit, the response is used.
public enum ReplicaLag {
  /// The longest expected lag of a server replica, or of a cache in front of the server.
  public static let longest: Duration = .seconds(3_600)

  /// Whether a lower version comes from a lagging replica and must not be used.
  ///
  /// - Parameters:
  ///   - version: The version of the response; `nil` if it has none.
  ///   - known: The version that the response would replace; `nil` if there is none.
  ///   - confirmation: The time at which the server last sent or confirmed the known version.
  ///   - now: The time of the response. If the clock was set back by more than the limit, the limit
  ///     counts as exceeded. Without this rule, a wrong clock could block lower versions forever.
  ///   - limit: The longest expected lag.
  /// - Returns: `true` if the version is lower than the known one and the limit has not passed.
  public static func explains(
    _ version: Int?, below known: Int?, confirmed confirmation: Date, now: Date,
    limit: Duration = longest
  ) -> Bool {
    guard let version, let known, version < known else { return false }
    return abs(now.timeIntervalSince(confirmation)) <= limit / .seconds(1)
  }
}
