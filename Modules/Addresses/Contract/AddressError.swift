public import Sync

/// Why an address book did not do what was asked; nothing was changed.
public enum AddressError: SyncFailure, Hashable {
  /// The store failed, for a reason that is the same in all features.
  case sync(SyncError)
  /// The address is in another city than the settled one, or than it was before.
  case anotherCity(Int)
  /// This release has no such template, so the address cannot be checked.
  case unknownTemplate(AddressTemplate.ID)
  /// The address cannot be saved before these problems are corrected.
  case invalid([AddressProblem])
  /// The user has the place already, as this address.
  case duplicate(of: SavedAddress.ID)
  /// There may be no more addresses: remove one first.
  case tooMany(limit: Int)
  /// There is no such address.
  case unknownAddress(SavedAddress.ID)
  /// The templates cannot be read, for this reason.
  case badTemplates(String)
}
