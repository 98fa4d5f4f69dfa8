public import StorageTestSupport
public import SyncTestSupport

/// The rules of order reviews, with files and in memory.
public enum OrderReviewsContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    writing, asking, sending, hostile, photos, badInput, ending,
  ].flatMap { $0 }
}
