#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking
public import Storage

/// The dependencies of an app's features: server, files, time and randomness.
///
/// An app creates one value and passes it to every feature.
///
/// ```swift
/// let environment = FeatureEnvironment.live(server: server, directory: directory)
/// let favorites = Favorites(in: environment)
/// ```
public struct FeatureEnvironment: Sendable {
  /// The transport that reaches the server.
  public var transport: any Transport
  /// The directory in which the features store their files.
  public var directory: StorageDirectory
  /// The id of the signed-in account; `nil` for a guest.
  ///
  /// Each account has a directory of its own. The calls of a feature whose journal belongs to another
  /// account throw ``SyncError/anotherAccount(_:)``.
  public var account: String?
  /// The city in which the features make their requests, shared by all of them.
  public var city: SettledCity
  /// The clock that measures the delays between attempts.
  public var clock: any Clock<Duration>
  /// The source of random delays, so that devices do not retry at the same moment.
  public var random: any RandomNumberGenerator & Sendable
  /// Returns the current time.
  public var now: @Sendable () -> Date
  /// Returns an identifier that is unique across devices.
  public var makeID: @Sendable () -> String

  /// Creates the journal of a queue from its name, in place of a file in ``directory``; for tests that
  /// inject failures.
  package var makeJournal: (@Sendable (_ name: String) -> OutboxJournal)?

  /// Creates an environment: in memory, unless `directory` is given, and with the system's clock.
  public init(
    transport: any Transport, directory: StorageDirectory = .inMemory(), account: String? = nil,
    city: SettledCity = SettledCity(), clock: any Clock<Duration> = ContinuousClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    now: @escaping @Sendable () -> Date = { .now },
    makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    self.transport = transport
    self.directory = directory
    self.account = account
    self.city = city
    self.clock = clock
    self.random = random
    self.now = now
    self.makeID = makeID
  }

  /// The gate of ``city``: requests are sent only while it is open.
  public var gate: Gate { city.gate }

  /// Creates an app's environment: a server reached by `URLSession`, and files on disk.
  ///
  /// - Parameters:
  ///   - server: The URL to which request paths are appended.
  ///   - directory: A file URL; the first write creates the directory.
  /// - Returns: An environment with the system's clock, random numbers and identifiers.
  public static func live(server: URL, directory: URL) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: NetworkingFactory.makeTransport(server: server),
      directory: StorageDirectory(directory))
  }

  /// Returns the journal with this name.
  func journal(_ name: String) -> OutboxJournal {
    makeJournal?(name) ?? OutboxJournal(name, in: directory, account: account)
  }
}
