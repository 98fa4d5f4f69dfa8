public import Networking
public import Sync

/// The reason for a failed call of an address book; nothing was changed.
public enum AddressError: SyncFailure, Hashable {
  /// The store failed, for a reason that is common to all features.
  case sync(SyncError)
  /// The address is in this city: not the settled one, or not the previous one of a changed
  /// address.
  case anotherCity(CityID)
  /// This release does not have the template, so it cannot check the address.
  case unknownTemplate(AddressTemplate.ID)
  /// The address has these problems, which prevent saving.
  case invalid([AddressProblem])
  /// This saved address is at the same place.
  case duplicate(of: SavedAddress.ID)
  /// The book has reached its limit: remove an address first.
  case tooMany(limit: Int)
  /// The book has no address with this id.
  case unknownAddress(SavedAddress.ID)
  /// The templates cannot be read, for this reason.
  case badTemplates(String)
}
