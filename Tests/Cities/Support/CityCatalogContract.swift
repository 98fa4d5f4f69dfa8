public import StorageTestSupport

/// Rules of every city catalog, the live one and the one in memory.
public enum CityCatalogContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    starting, choosing, hostile, superseding, leaving, watching, context, language, finding,
    refreshing, restarting, ending,
  ].flatMap { $0 }
}
