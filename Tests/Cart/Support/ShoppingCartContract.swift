public import StorageTestSupport
public import SyncTestSupport

/// The rules of a shopping cart, with and without files.
public enum ShoppingCartContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    adding, adopting, sending, hostile, deciding, paying, promos, handingOver, refusing, ending,
  ].flatMap { $0 }
}
