public import Commerce
public import Sync

/// The user's addresses, which can be changed with or without a network.
///
/// The server's list is fetched before any change is sent. The state shows this list with the pending
/// changes applied. If several devices change an address, the last change is used.
///
/// ```swift
/// let book = environment.makeAddressBook(templates: try .bundled())
///
/// group.addTask { try await book.run() }
///
/// for await state in book.states() {
///   list.apply(state.addresses)
///   badge.count = state.pending.count
/// }
/// ```
///
/// A new address has to be in the chosen city. If a change was refused because the address was removed
/// elsewhere, `retry(_:)` creates the address again.
public protocol AddressBook: SyncedFeature<AddressBookState, AddressError> {
  /// Adds an address, which has to be in the chosen city.
  ///
  /// ```swift
  /// let id = try await book.add(draft)
  /// try await book.makeDefault(id)
  /// try await book.change(id, to: draft.labeled("Home"))
  /// try await book.use(id)  // An order is delivered to it.
  /// ```
  ///
  /// - Returns: The id of the address, which stays the same when the server confirms the address.
  /// - Throws: ``AddressError``; then nothing was added.
  @discardableResult
  func add(
    _ address: Address
  ) async throws(AddressError) -> SavedAddress.ID

  /// Adds an address of another book, such as that of a guest; the address may be in any city.
  ///
  /// ```swift
  /// for saved in guest.state.addresses + guest.state.elsewhere {
  ///   do { try await book.adopt(saved.address) } catch AddressError.duplicate {}
  /// }
  /// ```
  ///
  /// - Throws: ``AddressError``; then nothing was added. If the book already has the address, the error
  ///   is ``AddressError/duplicate(of:)``.
  func adopt(_ address: Address) async throws(AddressError)

  /// Replaces the content of an address.
  ///
  /// If the server has refused an earlier change of the content, that change is sent again with the new
  /// content.
  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError)

  /// Removes an address from the state at once; the server may confirm the removal later.
  ///
  /// If the server refuses the removal, the state contains the address again.
  ///
  /// ```swift
  /// for saved in state.addresses where saved.obstacle == .cityClosed {
  ///   try await book.remove(saved.id)
  /// }
  /// ```
  func remove(_ id: SavedAddress.ID) async throws(AddressError)

  /// Records that an order is delivered to an address, which becomes the first of the displayed
  /// addresses.
  func use(_ id: SavedAddress.ID) async throws(AddressError)

  /// Makes an address the default of its city, in place of the previous default.
  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError)
}

/// The limits that ``AddressBook/add(_:)`` enforces; a list from the server may exceed them.
public enum AddressLimits {
  /// The maximum number of addresses in all cities.
  public static let addresses = 200
  /// The maximum length of a label, in Unicode scalars.
  public static let label = 40
}

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
