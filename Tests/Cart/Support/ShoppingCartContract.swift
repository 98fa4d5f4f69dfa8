public import StorageTestSupport

/// The rules of a shopping cart, with and without files.
public enum ShoppingCartContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    adding, adopting, sending, hostile, deciding, paying, promos, handingOver, refusing, ending,
  ].flatMap { $0 }

  /// The rules that hold without files.
  public static let rulesWithoutFiles = rules.filter { !$0.needsFiles }
}
