public import StorageTestSupport

/// The rules of a session.
public enum UserSessionContract {
  /// All rules, each checked on a new device.
  public static let rules = [signingIn, renewing, leaving, ending, overlapping].flatMap { $0 }
}
