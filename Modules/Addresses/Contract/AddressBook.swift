public import Networking
public import Storage

/// The user's addresses, made and changed with or without a network.
///
/// Every change is shown at once, is on the disk before its call returns, and is sent until the server
/// has answered. Before anything is sent the server is asked what has changed there; what waits here
/// is shown on top of it. The last change counts, whoever made it, and what the server refuses waits
/// for the user to decide.
///
/// All members may be called from any task, at any time and together. Every call ends: a change that a
/// cancelled task makes is made all the same, as its disk does not take long; a call that waits for
/// more throws ``AddressError/cancelled``.
public protocol AddressBook: Sendable {
  /// How things stand.
  var state: AddressBookState { get }

  /// How things stand now, then each later state; who looks late sees the newest only.
  func states() -> AsyncStream<AddressBookState>

  /// Sends what waits and asks for the addresses, until its task is cancelled; one task of the app
  /// awaits it.
  ///
  /// Nothing is sent before a city was entered. A second call while the first runs returns at once.
  ///
  /// - Throws: ``AddressError/storage(_:)`` when nobody knows what is there; call it again later.
  func run() async throws(AddressError)

  /// Goes to a city, whose addresses are shown from now on; those of other cities are kept.
  ///
  /// - Parameters:
  ///   - context: The city that has settled.
  ///   - template: The form that addresses are entered in there.
  /// - Throws: ``AddressError/storage(_:)``.
  func enter(_ context: RequestContext, template: AddressTemplate.ID) async throws(AddressError)

  /// Adds an address in the city that was entered.
  ///
  /// - Returns: Its id, and whether a crash would lose it.
  /// - Throws: ``AddressError``; nothing was added.
  @discardableResult
  func add(
    _ address: Address
  ) async throws(AddressError) -> (id: SavedAddress.ID, persistence: Persistence)

  /// Makes an address say something else; of one that was refused this is the correction.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``AddressError``; nothing was changed.
  @discardableResult
  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) -> Persistence

  /// Removes an address.
  ///
  /// - Returns: Whether a crash would bring it back.
  /// - Throws: ``AddressError``.
  @discardableResult
  func remove(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence

  /// Notes that something was ordered to an address, which puts it first.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``AddressError``.
  @discardableResult
  func use(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence

  /// Makes an address the one to begin with in its city, in the place of another.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``AddressError``.
  @discardableResult
  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence

  /// Insists on a change that was refused; what was removed elsewhere is made anew.
  ///
  /// One that waits for its next attempt is sent now.
  ///
  /// - Throws: ``AddressError``, such as ``AddressError/cancelled`` in a cancelled task; then nothing was
  ///   changed.
  func keep(_ change: AddressWait.ID) async throws(AddressError)

  /// Gives a change up that the server certainly does not have.
  ///
  /// - Throws: ``AddressError/mayBeApplied(_:)`` when it may: then change the address instead.
  ///   ``AddressError/cancelled`` in a cancelled task; then nothing was changed.
  func discard(_ change: AddressWait.ID) async throws(AddressError)

  /// Asks the server for the addresses and waits for them.
  ///
  /// - Throws: ``AddressError/unreachable(_:)``; what was shown still is. ``AddressError/notRunning``
  ///   without ``run()``, ``AddressError/noCity`` before a city was entered, ``AddressError/cancelled``.
  func refresh() async throws(AddressError)
}

/// How much an address book takes.
public enum AddressLimits {
  /// How many addresses there may be in all cities.
  public static let addresses = 200
  /// How many Unicode scalars what the user calls an address may have.
  public static let label = 40
}
