public import StorageTestSupport

/// The rules of the composed app, with and without files.
public enum FoodAppContract {
  /// All rules, each checked on a new device.
  public static let rules = [choosing, signingIn, handingOver, ordering, failing, adopting]
    .flatMap { $0 }

  /// The rules that hold without files.
  public static let rulesWithoutFiles = rules.filter { !$0.needsFiles }
}
