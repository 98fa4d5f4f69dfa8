public import Cities
import Commerce
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
public import Sync
public import SyncTestSupport
import Synchronization
import Testing

/// A device and a service, on which an app is launched repeatedly.
public final class FoodAppDevice: Sendable {
  private static let bundle: BundledCities = {
    do { return BundledCities(contentsOf: try CityServerModel.bundledList()) } catch {
      return .empty
    }
  }()

  /// The service.
  public let server = SandboxServer(SandboxWorld.sample)
  /// The clock, which a test advances.
  public let clock = VirtualClock()
  private let folder: DeviceFolder
  private let network = Mutex((isOffline: false, gate: Gate()))

  /// Creates a device without stored data.
  public init(_ backing: Backing = .files) {
    folder = DeviceFolder(backing)
  }

  /// Whether the gate of the current launch and of later ones is closed for `.offline`.
  public var isOffline: Bool {
    get { network.withLock { $0.isOffline } }
    set {
      // A connection counts as a new one if there was none within a second.
      clock.jump(by: .seconds(1))
      network.withLock { network in
        network.isOffline = newValue
        if newValue { network.gate.close(for: .offline) } else { network.gate.open(for: .offline) }
      }
    }
  }

  /// The directory of all files.
  public var url: URL { folder.url }

  /// Launches the app as a new process, which shares only stored data with earlier ones.
  ///
  /// Without another transport or directory, the app uses the server and the device's directory.
  public func launch(
    language: Language = .english, city: CityID? = nil,
    servingGuests guests: Set<AppFeature> = [.cart], adopting former: FormerApp? = nil,
    moving: (@Sendable (FeatureEnvironment, FoodAppUser) async throws -> Void)? = nil,
    secrets: (any SecretStore)? = nil, over transport: (any Transport)? = nil,
    in directory: StorageDirectory? = nil
  ) throws -> FoodApp {
    let gate = network.withLock { network in
      network.gate = Gate(closedFor: network.isOffline ? [.offline] : [])
      return network.gate
    }
    let environment = FeatureEnvironment(
      transport: transport ?? server, directory: directory ?? folder.launch(),
      city: SettledCity(gate: gate),
      clock: clock, random: SplitMix64(seed: 1),
      now: { [clock] in
        Date(timeIntervalSince1970: 1_795_503_600).addingTimeInterval(
          clock.now.sinceStart / .seconds(1))
      }, makeID: { [folder] in "\(folder.nextID())" })
    let secrets: any SecretStore = secrets ?? FileSecrets(in: environment.directory)
    return try FoodApp(
      in: environment, secrets: secrets,
      language: language, city: city, servingGuests: guests, adopting: former, moving: moving,
      cities: Self.bundle)
  }

  /// Runs an app during `body`, by default a new one, and kills it.
  public func run(_ app: FoodApp? = nil, _ body: (FoodApp) async throws -> Void) async throws {
    let app = try app ?? launch()
    try await running(app.run) { try await body(app) }
  }

  /// Runs the app during `body`, with Ada as its user and a city.
  public func runAsAda(
    in city: CityID = .almaty, _ body: (FoodApp, FoodAppUser) async throws -> Void
  ) async throws {
    try await run { app in
      try await app.choose(city)
      try await body(app, try await signIn(app))
    }
  }

  /// Runs the app during `body`, with a guest as its user and a city.
  public func runAsGuest(
    in city: CityID = .almaty, servingGuests guests: Set<AppFeature> = [.cart],
    _ body: (FoodApp, FoodAppUser) async throws -> Void
  ) async throws {
    try await run(launch(servingGuests: guests)) { app in
      try await app.choose(city)
      try await body(app, try await app.currentUser())
    }
  }

  /// Runs the app during `body`, with a guest beside an account that has two pizzas in its cart.
  public func runBesideAccount(
    servingGuests guests: Set<AppFeature> = [.cart],
    _ body: (FoodApp, FoodAppUser) async throws -> Void
  ) async throws {
    try await runAsGuest(servingGuests: guests) { app, _ in
      let ada = try await signIn(app)
      try await ada.cart.add(try await app.item(), count: 2)
      try await ada.cart.settled()
      try await app.signOut(keepingData: true)
      try await body(app, try await app.currentUser())
    }
  }

  /// Requests a code, and signs in with it; by default, waits for the data of the guest.
  @discardableResult
  public func signIn(
    _ app: FoodApp, as phone: PhoneNumber = .ada, waitsForGuest: Bool = true
  ) async throws -> FoodAppUser {
    _ = try await app.currentUser()
    try await app.signIn(withCode: try await requestCode(app, for: phone))
    if waitsForGuest { await app.when { $0.guestData.isEmpty || !$0.guestFailures.isEmpty } }
    return try #require(app.state.user)
  }

  /// Requests a code, once the service sends another one, and returns it.
  public func requestCode(_ app: FoodApp, for phone: PhoneNumber = .ada) async throws -> String {
    server.change { $0.now += 100 }
    try await app.session.requestCode(for: phone)
    return try #require(server.model.accounts.code(for: phone.rawValue))
  }

  /// Advances the clock until a call returns, but never by ten minutes at once.
  ///
  /// So an order, which is valid for 15 minutes, does not expire while its response is awaited.
  public func advance<Result>(during body: () async throws -> Result) async throws -> Result {
    let clock = clock
    let task = Task {
      while !Task.isCancelled {
        let limit = clock.now.advanced(by: .seconds(600))
        if let next = clock.next, next < limit { clock.advance() }
        await Task.yield()
      }
    }
    defer { task.cancel() }
    return try await body()
  }

  /// Replaces each file of a repository by a folder, which cannot be read as a file.
  public func replaceByFolders(_ repository: String) throws -> [URL] {
    let names = FileManager.default.enumerator(atPath: url.path)
    var files: [URL] = []
    while let name = names?.nextObject() as? String {
      guard name.split(separator: "/").last?.hasPrefix("\(repository).") == true else { continue }
      files.append(url.appending(path: name))
    }
    try #require(!files.isEmpty)
    for file in files {
      try FileManager.default.moveItem(at: file, to: file.appendingPathExtension("aside"))
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }
    return files
  }

  /// Puts the files back that ``replaceByFolders(_:)`` has replaced.
  public func restore(_ files: [URL]) throws {
    for file in files {
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: file.appendingPathExtension("aside"), to: file)
    }
  }
}

/// A store in memory that cannot be read until a secret is saved or a test ends the fault.
public final class FaultySecrets: SecretStore {
  private let state: Mutex<(secret: Data?, failure: SecretError?, onSave: @Sendable () -> Void)>

  /// Creates an empty store with the error of each read; `nil` for none.
  public init(_ failure: SecretError? = nil) { state = Mutex((nil, failure, {})) }

  /// Ends the fault.
  public func endFault() { state.withLock { $0.failure = nil } }

  /// Calls a closure after each save.
  public func onSave(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSave = body } }

  /// Returns the secret.
  public func load() async throws(SecretError) -> Data? {
    let (secret, failure, _) = state.withLock { $0 }
    if let failure { throw failure }
    return secret
  }

  /// Replaces the secret.
  public func save(_ secret: Data?) async throws(SecretError) {
    state.withLock { state in
      (state.secret, state.failure) = (secret, nil)
      return state.onSave
    }()
  }
}

extension SandboxWorld {
  private static let bundled = Result { try SandboxWorld(now: 1_795_503_600) }

  /// The bundled world, which is decoded once: on a Tuesday at noon in Almaty.
  static var sample: SandboxWorld {
    do { return try bundled.get() } catch { preconditionFailure("\(error)") }
  }
}
