public import Cities
public import FoodApp
public import Foundation
import Menu
public import Networking
public import Profile
public import ProfileTestSupport
public import Sandbox
import SandboxApp
public import Storage
public import StorageTestSupport
import Sync
public import SyncTestSupport
import Synchronization
import Testing

/// The network of a device, across all launches of an app.
public final class NetworkSwitch: Sendable {
  private let state = Mutex((isOffline: false, gate: Gate()))

  /// Creates a network that is available.
  public init() {}

  /// Whether the network is unavailable.
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

/// A device and a service, on which an app is launched repeatedly.
public final class FoodAppDevice: Sendable {
  /// The service.
  public let server = SandboxServer(SandboxWorld.sample)
  /// The network of the device; while it is unavailable, the gate is closed for `.offline`.
  public let network = NetworkSwitch()
  /// The clock, which a test advances.
  public let clock = VirtualClock()
  /// The place of the app's data.
  public let backing: Backing
  private let folder: DeviceFolder

  /// Creates a device without stored data.
  public init(_ backing: Backing = .files) {
    self.backing = backing
    folder = DeviceFolder(backing)
  }

  /// The directory of all files.
  public var url: URL { folder.url }

  /// Launches the app as a new process, which shares only stored data with earlier ones.
  ///
  /// Without another transport or directory, the app uses the server and the device's directory.
  public func launch(
    language: Language = .english, city: CityID? = nil,
    servingGuests guests: Set<AppFeature> = [.cart], adopting former: FormerApp? = nil,
    secrets: (any SecretStore)? = nil, over transport: (any Transport)? = nil,
    in directory: StorageDirectory? = nil
  ) throws -> FoodApp {
    let environment = FeatureEnvironment(
      transport: transport ?? server, directory: directory ?? folder.launch(),
      city: SettledCity(gate: network.launch()),
      clock: clock, random: SplitMix64(seed: 1),
      now: { [clock] in
        Date(timeIntervalSince1970: 1_795_503_600).addingTimeInterval(
          clock.now.sinceStart / .seconds(1))
      }, makeID: folder.nextID)
    return try FoodApp(
      in: environment, secrets: AnySecrets(secrets ?? FileSecrets(in: environment.directory)),
      language: language, city: city, servingGuests: guests, adopting: former)
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func run(
    language: Language = .english, city: CityID? = nil,
    servingGuests guests: Set<AppFeature> = [.cart], adopting former: FormerApp? = nil,
    secrets: (any SecretStore)? = nil, over transport: (any Transport)? = nil,
    in directory: StorageDirectory? = nil, _ body: (FoodApp) async throws -> Void
  ) async throws {
    let app = try launch(
      language: language, city: city, servingGuests: guests, adopting: former, secrets: secrets,
      over: transport, in: directory)
    try await running(app.run) { try await body(app) }
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

  /// Replaces each file of a repository by a folder, which cannot be read as a file.
  package func replaceByFolders(_ repository: String) throws -> [URL] {
    let names = FileManager.default.enumerator(atPath: url.path)
    var files: [URL] = []
    while let name = names?.nextObject() as? String {
      guard name.split(separator: "/").last?.hasPrefix("\(repository).") == true else { continue }
      files.append(url.appending(path: name))
    }
    for file in files {
      try FileManager.default.moveItem(at: file, to: file.appendingPathExtension("aside"))
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }
    return files
  }

  /// Puts the files back that ``replaceByFolders(_:)`` has replaced.
  package func restore(_ files: [URL]) throws {
    for file in files {
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: file.appendingPathExtension("aside"), to: file)
    }
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
