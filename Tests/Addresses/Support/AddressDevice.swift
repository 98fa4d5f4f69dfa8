public import Addresses
public import Foundation
public import Networking
public import NetworkingTestSupport
public import Sandbox
import StorageTestSupport
public import Sync
import SyncTestSupport
import Synchronization

/// A device and its network, on which an app with an address book can be launched repeatedly.
public protocol AddressDevice: Sendable {
  /// The server that the books use.
  var server: AddressesServerDouble { get }
  /// The gate of the running app.
  var gate: Gate { get }
  /// The time of day on the device.
  var wallClock: WallClock { get }

  /// Creates the environment of a new process, which shares only stored data with earlier ones.
  func launch() -> FeatureEnvironment
}

/// A time of day that a test sets.
public final class WallClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  /// Creates a clock with a fixed time.
  public init() {}

  /// The current time of the clock.
  public var now: Date { time.withLock { $0 } }

  /// Moves the clock forward, or back for a negative number of seconds.
  public func turn(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

extension AddressDevice {
  /// Launches the app, runs it during `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty, with templates: AddressTemplates = .samples,
    _ body: (any AddressBook, SettledCity) async throws -> Void
  ) async throws {
    let (book, city) = book(in: context, with: templates)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      await book.when { $0.sync.fetch != .notRunning }
      try await body(book, city)
      group.cancelAll()
    }
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty, with templates: AddressTemplates = .samples,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    try await session(in: context, with: templates) { book, _ in try await body(book) }
  }

  /// Launches the app in a city, and returns its book and its city.
  public func book(
    in context: RequestContext? = .almaty, with templates: AddressTemplates = .samples
  ) -> (any AddressBook, SettledCity) {
    let environment = launch()
    environment.city.settle(in: context)
    return (AddressesFactory.makeBook(in: environment, templates: templates), environment.city)
  }
}

extension AddressBook {
  /// Waits for a state that satisfies the condition, and returns it.
  @discardableResult
  public func when(_ isSo: (AddressBookState) -> Bool) async -> AddressBookState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until no change is pending and the last fetch has succeeded.
  @discardableResult
  public func settled() async -> AddressBookState {
    await when { $0.pending.isEmpty && $0.sync.fetch == .idle }
  }

  /// Waits for a change that requires the user's decision.
  public func undecided() async -> PendingAddressChange? {
    await when { $0.pending.contains(where: \.isUndecided) }.pending.first(where: \.isUndecided)
  }
}

extension PendingAddressChange {
  /// Whether the change requires the user's decision.
  public var isUndecided: Bool { if case .failed = status { true } else { false } }
}

/// A device whose books store files in a temporary directory of its own.
public final class FileAddressDevice: AddressDevice {
  /// The server that the books use.
  public let server = AddressesServerDouble()
  /// The gate of the running app.
  public let gate = Gate()
  /// The time of day on the device.
  public let wallClock = WallClock()
  /// The directory of the books' files; the first write creates it.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()

  /// Creates a device without stored addresses.
  public init() {}

  /// Creates the environment of a new process.
  public func launch() -> FeatureEnvironment {
    FeatureEnvironment(
      transport: server, directory: folder.launch(), city: SettledCity(gate: gate),
      clock: InstantClock(),
      now: { [wallClock] in wallClock.now }, makeID: folder.nextID)
  }
}

/// A device whose books are in memory.
public struct MemoryAddressDevice: AddressDevice {
  /// The server that the books use.
  public let server = AddressesServerDouble()
  /// The gate of the running app.
  public let gate = Gate()
  /// The time of day on the device.
  public let wallClock = WallClock()

  /// Creates a device.
  public init() {}

  /// Creates the environment of a new process.
  public func launch() -> FeatureEnvironment {
    FeatureEnvironment(
      transport: server, city: SettledCity(gate: gate), clock: InstantClock(),
      now: { [wallClock] in wallClock.now })
  }
}
