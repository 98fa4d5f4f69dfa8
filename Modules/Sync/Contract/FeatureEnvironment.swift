public import Foundation
public import Networking
public import Storage

/// The dependencies of an app's features: server, files, time and randomness.
///
/// An app creates one environment and passes it to every feature.
///
/// ```swift
/// let environment = FeatureEnvironment.live(server: server, directory: directory)
/// let favorites = Favorites(in: environment)
/// ```
public struct FeatureEnvironment: Sendable {
  /// The transport that sends all requests; in the environment of an account, it adds the account's token.
  public var transport: any Transport
  /// The directory in which the features store their files.
  ///
  /// Give each account a directory of its own, with its id as the owner. If a file belongs to another
  /// account, its feature throws `StorageError.anotherOwner` as ``SyncError/storage(_:)``, and sends and
  /// changes nothing.
  public var directory: StorageDirectory
  /// The chosen city, for which all features make their requests.
  public var city: SettledCity
  /// The clock that measures durations, such as the delay before a failed request is sent again.
  public var clock: any Clock<Duration>
  /// The source of random delays before retries, which prevent devices from retrying at the same
  /// moment.
  public var random: any RandomNumberGenerator & Sendable
  /// Returns the current time by the device's clock, which the user can set; ``clock`` measures durations.
  public var now: @Sendable () -> Date
  /// The events of the engines, for logs and operators.
  public let diagnostics: Diagnostics
  /// Returns an id that is unique across devices.
  ///
  /// Features use it as an idempotency key, and its raw value as the id of an entity that the user adds,
  /// such as an address.
  public var makeID: @Sendable () -> IdempotencyKey

  /// Creates the journal with the given name, which stores the pending changes of one feature.
  ///
  /// Tests set this property to simulate a disk that fails. If it is `nil`, each journal is a file in
  /// ``directory``.
  package var makeJournal: (@Sendable (_ name: String) -> any OutboxStore)?

  /// The id of the signed-in account, which owns the ``directory``; `nil` for a guest.
  public var account: String? { directory.owner }

  /// Creates an environment, which by default uses the system's clock and stores data only in memory.
  public init(
    transport: any Transport, directory: StorageDirectory = .inMemory(),
    city: SettledCity = SettledCity(), clock: any Clock<Duration> = ContinuousClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    now: @escaping @Sendable () -> Date = { .now },
    makeID: @escaping @Sendable () -> IdempotencyKey = { "\(UUID().uuidString.lowercased())" },
    diagnostics: Diagnostics = Diagnostics()
  ) {
    self.transport = transport
    self.directory = directory
    self.city = city
    self.clock = clock
    self.random = random
    self.now = now
    self.makeID = makeID
    self.diagnostics = diagnostics
    directory.reportOpenings(measuredBy: clock) { [weak diagnostics] report in
      diagnostics?.report(.opened(report))
    }
  }

  /// The gate of all requests: that of ``city``, until another gate is set.
  ///
  /// A feature with a gate of its own can be stopped without the others: if the service refuses a request
  /// because no user is signed in, only that gate closes. While no city is chosen, such a gate is closed only
  /// if its parent is the gate of ``city``; see ``Gate/init(in:closedFor:)``.
  public var gate: Gate {
    get { ownGate ?? city.gate }
    set { ownGate = newValue }
  }

  private var ownGate: Gate?

  /// Creates the environment of an app that reaches the server by `URLSession` and stores files on
  /// disk.
  ///
  /// ```swift
  /// let environment = FeatureEnvironment.live(server: server, directory: directory)
  /// let catalog = environment.makeCityCatalog(language: .english)
  /// ```
  ///
  /// - Parameters:
  ///   - server: The URL to which request paths are appended.
  ///   - directory: A file URL; the first write creates the directory.
  /// - Returns: An environment with the system's clock, random numbers and ids.
  public static func live(server: URL, directory: URL) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: URLSessionTransport(server: server),
      directory: StorageDirectory(directory))
  }

  /// Returns the context for a request of a call, which throws an error of the type `failure`.
  ///
  /// It is ``SyncError/cancelled``, ``SyncError/noCity`` or ``SyncError/closed(_:)``.
  package func requestContext<Failure: SyncFailure>(
    _ failure: Failure.Type
  ) throws(Failure) -> RequestContext {
    guard !Task.isCancelled else { throw .sync(.cancelled) }
    guard let context = city.context else { throw .sync(.noCity) }
    let closed = gate.reasons
    guard closed.isEmpty else { throw .sync(.closed(closed)) }
    return context
  }

  /// Creates the journal with this name: a file in ``directory``, unless ``makeJournal`` is set.
  func journal(_ name: String) -> any OutboxStore {
    makeJournal?(name)
      ?? CollectionRepository(
        .memoryBackedByFile(name), class: .critical, schema: StoredSchema(OutboxEntry.self),
        in: directory)
  }
}
