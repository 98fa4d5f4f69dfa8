public import Networking
public import Storage
public import Sync

/// The user's addresses, which can be changed with or without a network.
///
/// The list is fetched before anything is sent, and pending changes are shown on top of it. The last
/// change counts, on whichever device it was made.
///
/// ```swift
/// let book = AddressesFactory.makeBook(in: environment, templates: try .bundled())
///
/// group.addTask { try await book.run() }
///
/// for await state in book.states() {
///   list.apply(state.addresses)
///   badge.count = state.pending.count
/// }
/// ```
///
/// The city is that of the environment; an address is added in the settled city. To retry the change of
/// an address that was removed elsewhere creates the address again.
///
/// Each call that changes the book throws ``AddressError``, and returns whether the change would survive
/// a crash.
public protocol AddressBook: SyncedFeature<AddressBookState, AddressError> {
  /// Adds an address in the settled city, and returns its id on this device.
  @discardableResult
  func add(
    _ address: Address
  ) async throws(AddressError) -> (id: SavedAddress.ID, writeStatus: WriteStatus)

  /// Replaces the content of an address. The content of a refused address corrects the refused
  /// change.
  @discardableResult
  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) -> WriteStatus

  /// Removes an address.
  @discardableResult
  func remove(_ id: SavedAddress.ID) async throws(AddressError) -> WriteStatus

  /// Records an order to an address, which makes the address the first of the list.
  @discardableResult
  func use(_ id: SavedAddress.ID) async throws(AddressError) -> WriteStatus

  /// Makes an address the default of its city, in place of any other.
  @discardableResult
  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) -> WriteStatus
}

/// The limits of an address book.
public enum AddressLimits {
  /// The maximum number of addresses in all cities.
  public static let addresses = 200
  /// The maximum length of a label, in Unicode scalars.
  public static let label = 40
}

/// The entry point of this module.
public enum AddressesFactory {
  /// Creates an address book, which reads and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - environment: The environment of the app. Its server serves `/v1/addresses`.
  ///   - templates: The templates of the forms in which addresses are entered.
  /// - Returns: An address book; create one per directory.
  public static func makeBook(
    in environment: FeatureEnvironment, templates: AddressTemplates
  ) -> any AddressBook {
    let base = CollectionBase(
      KeptAddress.repository(in: environment.directory), initial: AddressBase(),
      elements: \.addresses)
    return OptimisticAddressBook(in: environment, base: base, templates: templates)
  }
}

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
