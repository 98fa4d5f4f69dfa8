public import Foundation
public import Networking
public import Sandbox
public import Storage
public import StorageTestSupport
public import Sync
import Synchronization
import Testing

/// A device and its network, on which an app is launched repeatedly.
///
/// A feature's device is the one with the feature's server:
///
/// ```swift
/// public typealias CartDevice = AppDevice<CartServerDouble>
/// ```
public final class AppDevice<Server: Transport>: Sendable {
  /// The server of the app.
  public let server: Server
  /// The gate of all requests of the app.
  public let gate = Gate()
  /// The chosen city of the app; none at first.
  public let city: SettledCity
  /// The clock of the app, on which a sleep of up to ten minutes returns at once.
  public let clock = InstantClock()
  /// The time of day on the device.
  public let time: WallClock
  /// The directory of the stored data; the first write creates it.
  public var directory: URL { folder.url }

  private let folder: DeviceFolder

  /// Creates a device without stored data.
  ///
  /// - Parameters:
  ///   - server: The server of the app.
  ///   - backing: The place of the app's data.
  ///   - prefix: The beginning of the device's ids; two devices need different ones.
  ///   - time: The time of day in seconds since 1970.
  public init(
    _ server: Server, _ backing: Backing = .files, ids prefix: String = "id",
    time: TimeInterval = 1_800_000_000
  ) {
    self.server = server
    self.time = WallClock(time)
    city = SettledCity(gate: gate)
    folder = DeviceFolder(ids: prefix, backing)
  }

  /// Opens the stored data as a new process does, after the previous launch has released it.
  public func storage() -> StorageDirectory { folder.launch() }

  /// Creates the environment of a new process, which shares only stored data with earlier ones.
  ///
  /// The process is in the device's city, or in one of its own.
  public func environment(in city: SettledCity? = nil) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: server, directory: storage(), city: city ?? self.city, clock: clock,
      now: { [time] in time.now }, makeID: { [folder] in "\(folder.nextID())" })
  }
}

/// A time of day that a test sets.
public final class WallClock: Sendable {
  private let time: Mutex<Date>

  /// Creates a clock that stands at a time in seconds since 1970.
  public init(_ seconds: TimeInterval) {
    time = Mutex(Date(timeIntervalSince1970: seconds))
  }

  /// The current time of the clock.
  public var now: Date { time.withLock { $0 } }

  /// Moves the clock forward, or back for a negative number of seconds.
  public func turn(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

extension StateProvider {
  /// Waits for a state that satisfies a condition, and returns it.
  @discardableResult
  public func when(_ isSo: (State) -> Bool) async -> State {
    for await state in states() where isSo(state) { return state }
    return state
  }
}

/// Expects that a call throws an error that a test accepts.
public func expectError<Failure: Error>(
  where isExpected: (Failure) -> Bool, _ call: () async throws -> Void
) async {
  let error = await #expect(throws: Failure.self) { try await call() }
  guard let error, isExpected(error) else {
    Issue.record("\(String(describing: error))")
    return
  }
}
