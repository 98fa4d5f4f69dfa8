public import Commerce
public import Sync

/// The reason why a call of an ``AddressBook`` failed; the call has changed nothing.
public enum AddressError: SyncFailure, Hashable {
  /// An error that is not specific to addresses, for example that no city has been chosen.
  case sync(SyncError)
  /// The address is in the city with this id, but has to be in another city.
  ///
  /// A new address has to be in the chosen city. A changed address has to stay in its city.
  case anotherCity(CityID)
  /// This release does not have the template with this id, so it cannot validate the address.
  case unknownTemplate(AddressTemplate.ID)
  /// The address cannot be saved because of these errors.
  case invalid([AddressProblem])
  /// The address is at the same place as the saved address with this id.
  ///
  /// The labels of the two addresses, and their hints for the courier, may differ.
  case duplicate(of: SavedAddress.ID)
  /// The address book has the maximum number of addresses; remove one first.
  case tooMany(limit: Int)
  /// The book has no address with this id.
  case unknownAddress(SavedAddress.ID)
  /// The templates are missing or invalid; the text describes the problem.
  case badTemplates(String)
}

extension AddressError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .anotherCity: "the address is in another city; switch to that city first"
    case .unknownTemplate(let id): "the form \(id.rawValue) does not exist"
    case .invalid(let problems):
      "correct \(problems.map(\.field.rawValue).joined(separator: ", "))"
    case .duplicate: "this address is already in the book"
    case .tooMany(let limit):
      "the book has \(limit) addresses, which is the limit; remove one first"
    case .unknownAddress: "the address was removed"
    case .badTemplates(let reason): "the forms cannot be used: \(reason)"
    }
  }
}
