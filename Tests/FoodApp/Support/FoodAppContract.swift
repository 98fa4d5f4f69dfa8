public import StorageTestSupport

/// The rules of the composed app.
public enum FoodAppContract {
  /// All rules, each checked on a new device.
  public static let rules = [choosing, signingIn, handingOver, ordering, failing, adopting]
    .flatMap { $0 }
}
