public import Cities
public import FoodApp
public import Foundation
import Menu
public import Networking
public import Profile
public import Sandbox
import SandboxApp
public import Storage
import StorageTestSupport
import Sync
public import SyncTestSupport
import Synchronization
import Testing

/// A device and a service, on which an app is launched repeatedly.
public protocol AppDevice: Sendable {
  /// The service.
  var server: SandboxServer<SandboxWorld> { get }
  /// The network of the device, closed for `.offline` while there is none.
  var network: NetworkSwitch { get }
  /// The clock, which a test advances.
  var clock: VirtualClock { get }

  /// Returns the directory of a new process.
  func directory() -> StorageDirectory
  /// Returns an id that no other launch returns.
  func nextID() -> String
}

/// The network of a device, across all launches of an app.
public final class NetworkSwitch: Sendable {
  private let state = Mutex((isOffline: false, gate: Gate()))

  /// Creates a network that is there.
  public init() {}

  /// Whether there is no network.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set {
      state.withLock { state in
        state.isOffline = newValue
        if newValue { state.gate.close(for: .offline) } else { state.gate.open(for: .offline) }
      }
    }
  }

  /// Returns the gate of a new process.
  func launch() -> Gate {
    state.withLock { state in
      state.gate = Gate(closedFor: state.isOffline ? [.offline] : [])
      return state.gate
    }
  }
}

extension AppDevice {
  /// Launches the app as a new process, which shares only stored data with earlier ones.
  public func launch(
    language: Language = .english, city: CityID? = nil,
    servingGuests guests: Set<AppFeature> = [.cart], adopting former: FormerApp? = nil,
    secrets: (any SecretStore)? = nil
  ) throws -> FoodApp {
    let environment = FeatureEnvironment(
      transport: server, directory: directory(), city: SettledCity(gate: network.launch()),
      clock: clock, random: SplitMix64(seed: 1),
      now: { [clock] in
        Date(timeIntervalSince1970: 1_795_503_600).addingTimeInterval(
          clock.now.sinceStart / .seconds(1))
      }, makeID: { nextID() })
    return try FoodApp(
      in: environment, secrets: AnySecrets(secrets ?? FileSecrets(in: environment.directory)),
      language: language, city: city, servingGuests: guests, adopting: former)
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func run(
    language: Language = .english, city: CityID? = nil,
    servingGuests guests: Set<AppFeature> = [.cart], adopting former: FormerApp? = nil,
    secrets: (any SecretStore)? = nil, _ body: (FoodApp) async throws -> Void
  ) async throws {
    let app = try launch(
      language: language, city: city, servingGuests: guests, adopting: former, secrets: secrets)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await app.run() }
      do { try await body(app) } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Requests a code for a number, and signs in with it.
  @discardableResult
  public func signIn(
    _ app: FoodApp, as phone: PhoneNumber = .ada
  ) async throws -> FoodAppUser {
    _ = try await app.currentUser()
    server.change { $0.now += 100 }
    try await app.session.requestCode(for: phone)
    let code = try #require(server.model.accounts.code(for: phone.rawValue))
    try await app.signIn(withCode: code)
    return try #require(app.state.user)
  }
}

private struct AnySecrets: SecretStore {
  let store: any SecretStore
  init(_ store: any SecretStore) { self.store = store }
  func load() async throws(SecretError) -> Data? { try await store.load() }
  func save(_ secret: Data?) async throws(SecretError) { try await store.save(secret) }
}

extension SandboxWorld {
  private static let bundled = Result { try SandboxWorld(now: 1_795_503_600) }

  /// The bundled world, which is decoded once: on a Tuesday at noon in Almaty.
  static var sample: SandboxWorld {
    do { return try bundled.get() } catch { preconditionFailure("\(error)") }
  }
}

/// A device with files in a temporary directory of its own.
public final class FileAppDevice: AppDevice {
  /// The service.
  public let server = SandboxServer(SandboxWorld.sample)
  /// The network.
  public let network = NetworkSwitch()
  /// The clock.
  public let clock = VirtualClock()
  private let folder = DeviceFolder()

  /// Creates a device without stored data.
  public init() {}

  /// The directory of all files.
  public var url: URL { folder.url }
  /// Returns the directory of a new process.
  public func directory() -> StorageDirectory { folder.launch() }
  /// Returns an id that no other launch returns.
  public func nextID() -> String { folder.nextID() }
}

/// A device in memory.
public final class MemoryAppDevice: AppDevice {
  /// The service.
  public let server = SandboxServer(SandboxWorld.sample)
  /// The network.
  public let network = NetworkSwitch()
  /// The clock.
  public let clock = VirtualClock()
  private let state = Mutex((directory: StorageDirectory.inMemory(), ids: 0))

  /// Creates a device without stored data.
  public init() {}

  /// Returns the directory of a new process.
  public func directory() -> StorageDirectory {
    state.withLock { state in
      state.directory = state.directory.reopened()
      return state.directory
    }
  }

  /// Returns an id that no other launch returns.
  public func nextID() -> String {
    state.withLock { state in
      state.ids += 1
      return "id-\(state.ids)"
    }
  }
}
