/// The limits that ``AddressBook/add(_:)`` enforces; a list from the server may exceed them.
public enum AddressLimits {
  /// The maximum number of addresses in all cities.
  public static let addresses = 200
  /// The maximum length of a label, in Unicode scalars.
  public static let label = 40
}
