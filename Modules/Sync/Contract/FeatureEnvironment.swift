#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking
public import Storage

/// The surroundings of an app's features: server, files, time and chance. An app makes one value and
/// gives it to every feature.
///
/// ```swift
/// let environment = FeatureEnvironment.live(
///   server: URL(string: "https://api.example.com")!, directory: .applicationSupportDirectory)
/// let cart = CartFactory.makeCart(in: environment)
/// ```
public struct FeatureEnvironment: Sendable {
  /// Reaches the server.
  public var transport: any Transport
  /// The directory of all files.
  public var directory: StorageDirectory
  /// Decides whether anything may be sent.
  public var gate: Gate
  /// The city that the user has settled in.
  public var city: SettledCity
  /// Measures delays.
  public var clock: any Clock<Duration>
  /// Spreads attempts, so that not all devices return at the same moment.
  public var random: any RandomNumberGenerator & Sendable
  /// Tells the time of day.
  public var now: @Sendable () -> Date
  /// Makes an id that nothing else on any device has.
  public var makeID: @Sendable () -> String

  /// Makes the journal of a queue by its name, for tests that take the place of the disk.
  package var makeJournal: (@Sendable (_ name: String) -> OutboxJournal)?

  /// Creates an environment in memory, unless there is a directory; the other defaults are the system's.
  public init(
    transport: any Transport, directory: StorageDirectory = .inMemory(), gate: Gate = Gate(),
    city: SettledCity? = nil, clock: any Clock<Duration> = ContinuousClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    now: @escaping @Sendable () -> Date = { .now },
    makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    self.transport = transport
    self.directory = directory
    self.gate = gate
    self.city = city ?? SettledCity(gate: gate)
    self.clock = clock
    self.random = random
    self.now = now
    self.makeID = makeID
  }

  /// Creates an app's environment: a server reached by `URLSession`, and files.
  ///
  /// - Parameters:
  ///   - server: The URL to which request paths are appended.
  ///   - directory: A file URL; the directory is created by the first write.
  public static func live(server: URL, directory: URL) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: NetworkingFactory.makeTransport(server: server),
      directory: StorageDirectory(directory))
  }

  /// A queue of changes in a file of this name, without a sender.
  func outbox<Change: OutboxChange>(_ name: String, capacity: Int) -> Outbox<Change> {
    Outbox(
      journal: makeJournal?(name) ?? OutboxJournal(name, in: directory), capacity: capacity, gate: gate, clock: clock, random: random,
      makeKey: makeID, send: { _ in .unknown })
  }
}
