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
  /// The server adds it once by its id in that book: an address that the user has changed or removed since
  /// does not come back.
  ///
  /// ```swift
  /// for saved in guest.state.addresses + guest.state.elsewhere {
  ///   try await book.adopt(saved.address, from: saved.id)
  /// }
  /// ```
  ///
  /// - Returns: The id of the address in this book, also if the book already has it.
  /// - Throws: ``AddressError``, such as ``AddressError/duplicate(of:)`` if the user wants to change another
  ///   address to this one, and the server has refused it; then nothing was added.
  @discardableResult
  func adopt(
    _ address: Address, from id: SavedAddress.ID
  ) async throws(AddressError) -> SavedAddress.ID

  /// Replaces the content of an address.
  ///
  /// If the server has refused an earlier change of the content, that change is sent again with the new
  /// content.
  ///
  /// ```swift
  /// var moved = saved.address
  /// moved[.house] = "12"
  /// try await book.change(saved.id, to: moved)
  /// ```
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
  ///
  /// ```swift
  /// try await book.use(id)  // An order is delivered to it.
  /// ```
  func use(_ id: SavedAddress.ID) async throws(AddressError)

  /// Makes an address the default of its city, in place of the previous default.
  ///
  /// ```swift
  /// let id = try await book.add(draft)
  /// try await book.makeDefault(id)
  /// ```
  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError)
}
