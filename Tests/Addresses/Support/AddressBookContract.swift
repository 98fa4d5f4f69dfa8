public import StorageTestSupport

/// The rules of an address book.
public enum AddressBookContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    sending, hostile, deciding, choosing, ending,
  ].flatMap { $0 }

  /// The rules that hold without files.
  public static let rulesWithoutFiles = rules.filter { !$0.needsFiles }
}
