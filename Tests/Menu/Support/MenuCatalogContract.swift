public import StorageTestSupport
public import SyncTestSupport

/// Rules of every menu catalog, the live one and the one in memory.
public enum MenuCatalogContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    menu, scope, hostile, ending,
  ].flatMap { $0 }
}
