public import StorageTestSupport
public import SyncTestSupport

/// The rules of an address book.
public enum AddressBookContract {
  /// All rules, each checked on a new device.
  public static let rules = [
    sending, hostile, deciding, choosing, ending,
  ].flatMap { $0 }
}
