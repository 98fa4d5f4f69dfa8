public import StorageTestSupport
public import Addresses
import Foundation
public import Networking
public import NetworkingTestSupport
public import Sandbox
public import Sync
public import SyncTestSupport

/// A server of addresses with injected faults.
public typealias AddressesServerDouble = SandboxServer<AddressesServerModel>

extension AddressesServerDouble {
  /// Creates a server without addresses.
  public convenience init() { self.init(AddressesServerModel()) }
}

/// A device and its network, on which an app with an address book can be launched repeatedly.
public typealias AddressDevice = AppDevice<AddressesServerDouble>

extension AddressDevice {
  /// Creates a device without stored addresses.
  public convenience init(_ backing: Backing = .files) {
    self.init(AddressesServerDouble(), backing)
  }

  /// Creates the environment of a new process, in no city.
  public func launch() -> FeatureEnvironment { environment(in: SettledCity(gate: gate)) }

  /// Launches the app, runs it during `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty, with templates: AddressTemplates = .samples,
    _ body: (any AddressBook, SettledCity) async throws -> Void
  ) async throws {
    let (book, city) = book(in: context, with: templates)
    try await running(book.run) {
      await book.when { $0.sync.fetch != .notRunning }
      try await body(book, city)
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
    return (environment.makeAddressBook(templates: templates), environment.city)
  }
}

extension AddressBook {
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
