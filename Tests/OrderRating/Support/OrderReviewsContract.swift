public import StorageTestSupport

/// The rules of order reviews, with files and in memory.
public enum OrderReviewsContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    writing, asking, sending, hostile, photos, badInput, ending,
  ].flatMap { $0 }

  /// The rules that hold without files.
  public static let rulesWithoutFiles = rules.filter { !$0.needsFiles }
}
