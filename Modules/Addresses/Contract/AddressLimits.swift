/// The limits of an ``AddressBook`` for new and changed addresses; the server's list may exceed them.
public enum AddressLimits {
  /// The maximum number of addresses in all cities.
  public static let addresses = 200
  /// The maximum length of a label, in Unicode scalars.
  public static let label = 40
}
