public import Storage

/// The user's addresses, made and changed with or without a network.
///
/// Every change is shown at once, is on the disk before its call returns, and is sent until the server
/// has answered. The list is fetched before anything is sent, and pending changes are shown on top of
/// it. The last change counts, on whichever device it was made. A change that the server refuses waits
/// for the user's decision.
///
/// The city is that of the environment; an address is added in the settled city.
///
/// All members may be called from any task, at any time and together. Every call ends; a cancelled one
/// throws `SyncError.cancelled`.
public protocol AddressBook: Sendable {
  /// The current state.
  var state: AddressBookState { get }

  /// The current state, then each update. A slow consumer skips intermediate states.
  func states() -> AsyncStream<AddressBookState>

  /// Sends changes and fetches the addresses until its task is cancelled; one task of the app awaits
  /// it.
  ///
  /// Nothing is sent before a city is settled. A second call while the first runs returns at once.
  ///
  /// - Throws: ``AddressError/sync(_:)`` with `SyncError.storage` when the files cannot be read; call it
  ///   again later.
  func run() async throws(AddressError)

  /// Adds an address in the settled city.
  ///
  /// - Returns: Its id, and whether it would survive a crash.
  /// - Throws: ``AddressError``; nothing was added.
  @discardableResult
  func add(
    _ address: Address
  ) async throws(AddressError) -> (id: SavedAddress.ID, persistence: Persistence)

  /// Changes the content of an address; of a refused one this is the correction.
  ///
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``AddressError``; nothing was changed.
  @discardableResult
  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) -> Persistence

  /// Removes an address.
  ///
  /// - Returns: Whether the removal would survive a crash.
  /// - Throws: ``AddressError``.
  @discardableResult
  func remove(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence

  /// Records that something was ordered to an address, which puts it first.
  ///
  /// - Returns: Whether the record would survive a crash.
  /// - Throws: ``AddressError``.
  @discardableResult
  func use(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence

  /// Makes an address the default of its city, in the place of another.
  ///
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``AddressError``.
  @discardableResult
  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence

  /// Sends a refused change again. An address that was removed elsewhere is created again.
  ///
  /// A change that waits for its next attempt is sent now.
  ///
  /// - Throws: ``AddressError``; then nothing was changed.
  func retry(_ change: AddressWait.ID) async throws(AddressError)

  /// Removes a pending change that the server certainly does not have.
  ///
  /// - Throws: ``AddressError/sync(_:)`` with `SyncError.mayBeApplied` otherwise: then change the address
  ///   instead.
  func discard(_ change: AddressWait.ID) async throws(AddressError)

  /// Fetches the addresses and waits for them; works without ``run()``.
  ///
  /// - Throws: ``AddressError/sync(_:)``; the state shows what it did before.
  func refresh() async throws(AddressError)
}

/// How much an address book takes.
public enum AddressLimits {
  /// How many addresses there may be in all cities.
  public static let addresses = 200
  /// How many Unicode scalars what the user calls an address may have.
  public static let label = 40
}
