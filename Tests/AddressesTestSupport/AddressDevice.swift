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
  /// What the books on this device ask.
  var server: AddressesServerDouble { get }
  /// Whether anything may be sent.
  var gate: Gate { get }
  /// What the device takes for the time of day.
  var wallClock: WallClock { get }

  /// Makes a book as a new process would: nothing is shared but what was kept.
  func launch(with templates: AddressTemplates) -> any AddressBook
}

/// A time of day that is set by hand.
public final class WallClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  /// Makes one that shows some day.
  public init() {}

  /// What it shows.
  public var now: Date { time.withLock { $0 } }

  /// Sets it on or back.
  public func turn(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

extension AddressDevice {
  /// Launches the app, runs it while something is done with it, and kills it.
  public func session(
    in context: RequestContext? = .almaty, template: String = "KZ",
    with templates: AddressTemplates = .samples,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    let book = launch(with: templates)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      if let context {
        try await book.enter(context, template: AddressTemplate.ID(rawValue: template))
      }
      await book.when { $0.fetch != .notRunning }
      try await body(book)
      group.cancelAll()
    }
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
    await when { $0.waiting.isEmpty && $0.fetch == .idle }
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

/// A device whose books are the live ones, over a temporary directory of its own.
public final class LiveAddressDevice: AddressDevice {
  /// What the books ask.
  public let server = AddressesServerDouble()
  /// Whether anything may be sent.
  public let gate = Gate()
  /// What the device takes for the time of day.
  public let wallClock = WallClock()
  /// Where they keep what they keep; made by the first of them that does.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()

  /// Makes a device on which no address was ever kept.
  public init() {}

  /// Makes a book over what was kept.
  public func launch(with templates: AddressTemplates) -> any AddressBook {
    AddressesFactory.makeBook(
      transport: server, directory: folder.launch(), templates: templates, gate: gate,
      clock: InstantClock(), now: { [wallClock] in wallClock.now },
      random: SystemRandomNumberGenerator(), makeID: folder.nextID)
  }
}

/// A device whose books are ``InMemoryAddressBook``.
public struct InMemoryAddressDevice: AddressDevice {
  /// What the books ask.
  public let server = AddressesServerDouble()
  /// Whether anything may be sent.
  public let gate = Gate()
  /// What the device takes for the time of day.
  public let wallClock = WallClock()
  private let kept = InMemoryAddressBook.Kept()

  /// Makes a device on which no address was ever kept.
  public init() {}

  /// Makes a book over what was kept.
  public func launch(with templates: AddressTemplates) -> any AddressBook {
    InMemoryAddressBook(
      server: server, kept: kept, templates: templates, gate: gate,
      now: { [wallClock] in wallClock.now })
  }
}
