public import Addresses
import AddressesServerModel
public import Foundation
public import Networking
public import NetworkingTestSupport
import StorageTestSupport
public import Sync
import SyncTestSupport
import Synchronization

/// A device and its network, on which an app with an address book is launched again and again.
public protocol AddressDevice: Sendable {
  /// The server that the books use.
  var server: AddressesServerDouble { get }
  /// The gate of the running app.
  var gate: Gate { get }
  /// The time of day on the device.
  var wallClock: WallClock { get }

  /// Creates the surroundings of a new process: nothing is shared but what is stored.
  func launch() -> FeatureEnvironment
}

/// A time of day that is set by hand.
public final class WallClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  /// Creates a clock that shows some day.
  public init() {}

  /// The time that it shows.
  public var now: Date { time.withLock { $0 } }

  /// Sets it on or back.
  public func turn(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

extension AddressDevice {
  /// Launches the app, runs it while something is done with it, and kills it.
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

  /// Launches the app, runs it while something is done with its book, and kills it.
  public func session(
    in context: RequestContext? = .almaty, with templates: AddressTemplates = .samples,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    try await session(in: context, with: templates) { book, _ in try await body(book) }
  }

  /// Launches the app in a city.
  public func book(
    in context: RequestContext? = .almaty, with templates: AddressTemplates = .samples
  ) -> (any AddressBook, SettledCity) {
    let environment = launch()
    environment.city.settle(in: context)
    return (AddressesFactory.makeBook(in: environment, templates: templates), environment.city)
  }
}

extension AddressBook {
  /// Waits until the book is as a test wants it, and returns it.
  @discardableResult
  public func when(_ isSo: (AddressBookState) -> Bool) async -> AddressBookState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until the server has everything and was asked for everything.
  @discardableResult
  public func settled() async -> AddressBookState {
    await when { $0.waiting.isEmpty && $0.sync.fetch == .idle }
  }

  /// Waits until the user has to decide about something.
  public func undecided() async -> AddressWait? {
    await when { $0.waiting.contains(where: \.isUndecided) }.waiting.first(where: \.isUndecided)
  }
}

extension AddressWait {
  /// Whether the user has to decide.
  public var isUndecided: Bool { if case .failed = mark { true } else { false } }
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

  /// Creates a device on which no address was ever stored.
  public init() {}

  /// Creates the surroundings of a new process.
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

  /// Creates the surroundings of a new process.
  public func launch() -> FeatureEnvironment {
    FeatureEnvironment(
      transport: server, city: SettledCity(gate: gate), clock: InstantClock(),
      now: { [wallClock] in wallClock.now })
  }
}
