#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The rule for an answer with a lower version than the known one.
///
/// A replica that has not received the last changes answers with what the server had a moment ago. A
/// server that took back a version, or was restored from a backup, answers with lower versions from
/// now on. The age of the last confirmation tells one from the other: after it, a replica would have
/// to lag for longer than replicas do.
package enum ReplicaLag {
  /// The longest lag that is expected of a replica, or of a cache between it and the device.
  package static let longest: Duration = .seconds(3_600)

  /// Whether a lower version comes from a replica that lags, and is not to be used.
  ///
  /// - Parameters:
  ///   - version: The answer's version; `nil` if the server names none.
  ///   - known: The version that it would replace; `nil` if there is none.
  ///   - confirmation: When the server was last known to have the known version.
  ///   - now: The time of the answer. A clock that was set back by more than the limit counts as one
  ///     that has passed it, so a wrong clock pins nothing.
  ///   - limit: The longest lag that is expected.
  /// - Returns: `false` for a version that is not lower, and for one that no lag explains.
  package static func explains(
    _ version: Int?, below known: Int?, confirmed confirmation: Date, now: Date,
    limit: Duration = longest
  ) -> Bool {
    guard let version, let known, version < known else { return false }
    return abs(now.timeIntervalSince(confirmation)) <= limit / .seconds(1)
  }
}
