public import Foundation

/// The rule for a response whose version is lower than the version that the device has.
///
/// A server replica that lags behind returns lower versions for a short time. A server that was
/// restored from a backup returns them permanently. The rule distinguishes the two by the time since
/// the server last confirmed the device's version. Within a limit, the response is attributed to a
/// lagging replica and ignored. After the limit, the response is used.
public enum ReplicaLag {
  /// The longest expected lag of a server replica, or of a cache in front of the server.
  public static let longest: Duration = .seconds(3_600)

  /// Whether a response has to be ignored, because it may come from a lagging replica.
  ///
  /// If the clock was set back by more than `limit`, the response is not ignored. Otherwise a wrong
  /// clock could block lower versions forever.
  ///
  /// - Parameters:
  ///   - version: The version of the response; `nil` if it has none.
  ///   - known: The version that the response would replace; `nil` if there is none.
  ///   - confirmation: The time at which the server last sent or confirmed the known version.
  ///   - now: The time of the response.
  ///   - limit: The longest expected lag.
  /// - Returns: `true` if `version` is lower than `known`, and the two times differ by at most `limit`.
  public static func explains(
    _ version: Int?, below known: Int?, confirmed confirmation: Date, now: Date,
    limit: Duration = longest
  ) -> Bool {
    guard let version, let known, version < known else { return false }
    return abs(now.timeIntervalSince(confirmation)) <= limit / .seconds(1)
  }
}
