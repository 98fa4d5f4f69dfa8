public import Foundation
public import Networking
import NetworkingTestSupport
public import Profile
public import Sandbox
public import Storage
import StorageTestSupport
public import Sync
import SyncTestSupport
import Synchronization
import Testing

/// A device and its network, on which an app with a session can be launched repeatedly.
public protocol SessionDevice: Sendable {
  /// The service of the accounts.
  var server: SandboxServer<AccountServerModel> { get }
  /// The time of day on the device, which a test turns.
  var time: SessionTime { get }
  /// The faults of the store of the tokens.
  var secretFaults: SecretFaults { get }

  /// Creates the environment of a new process, which shares only stored data with earlier ones.
  func launch() -> FeatureEnvironment
  /// Returns the bytes of all files of the device; empty without files.
  func files() throws -> [String: Data]
}

/// A time of day that a test sets.
public final class SessionTime: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

  /// Creates a clock at the server's initial time.
  public init() {}

  /// The current time.
  public var now: Date { time.withLock { $0 } }

  /// Moves the clock forward, or back for a negative number of seconds.
  public func turn(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// The faults of a store of tokens.
public final class SecretFaults: Sendable {
  private let error = Mutex<(load: SecretError?, save: SecretError?)>((nil, nil))

  /// Creates a store without faults.
  public init() {}

  /// The error of each read; `nil` for none.
  public var load: SecretError? {
    get { error.withLock { $0.load } }
    set { error.withLock { $0.load = newValue } }
  }

  /// The error of each write; `nil` for none.
  public var save: SecretError? {
    get { error.withLock { $0.save } }
    set { error.withLock { $0.save = newValue } }
  }
}

private struct FaultySecrets: SecretStore {
  let store: FileSecrets
  let faults: SecretFaults

  func load() async throws(SecretError) -> Data? {
    if let error = faults.load { throw error }
    return try await store.load()
  }

  func save(_ secret: Data?) async throws(SecretError) {
    if let error = faults.save { throw error }
    try await store.save(secret)
  }
}

/// A running app: its session, and the features of the current scope.
public final class SessionApp: Sendable {
  /// The session.
  public let session: any UserSession
  /// The environment of the device.
  public let environment: FeatureEnvironment
  private let current = Mutex<AppScope?>(nil)
  private let scopes = AsyncStream.makeStream(of: AppScope.self, bufferingPolicy: .unbounded)

  fileprivate init(_ environment: FeatureEnvironment, _ secrets: some SecretStore) {
    self.environment = environment
    session = ProfileFactory.makeSession(in: environment, secrets: secrets)
  }

  /// The features that run; `nil` while none do.
  public var scope: AppScope? { current.withLock { $0 } }

  /// Waits until the features of a user run, and returns them.
  public func scope(of account: String?) async -> AppScope {
    if let scope, scope.account?.rawValue == account { return scope }
    for await _ in scopes.stream {
      if let scope, scope.account?.rawValue == account { return scope }
    }
    preconditionFailure("the stream of scopes ended")
  }

  fileprivate func run() async throws {
    try await session.run { [self] scope in
      let app = AppScope(scope)
      current.withLock { $0 = app }
      scopes.continuation.yield(app)
      defer { current.withLock { $0 = nil } }
      if scope.account == nil {
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      } else {
        try await app.profile.run()
      }
    }
  }
}

/// The features of one user: a profile, and a basket that is a file of its own.
public struct AppScope: Sendable {
  /// The account; `nil` for a guest.
  public let account: AccountID?
  /// The environment.
  public let environment: FeatureEnvironment
  /// The data of a guest.
  public let guest: GuestData?
  /// The profile.
  public let profile: any ProfileEditor
  /// The products in the basket.
  public let basket: SingleRepository<[String]>

  init(_ scope: SessionScope) {
    account = scope.account
    environment = scope.environment
    guest = scope.guest
    profile = ProfileFactory.makeProfile(in: scope.environment)
    basket = Self.basket(in: scope.environment)
  }

  /// Returns the basket in a directory.
  public static func basket(in environment: FeatureEnvironment) -> SingleRepository<[String]> {
    SingleRepository(
      .memoryBackedByFile("basket"), class: .userState, schema: StoredSchema([String].self),
      in: environment.directory)
  }

  /// Adds a product to the basket.
  public func add(_ product: String) async throws {
    try await basket.update { $0 = ($0 ?? []) + [product] }
  }
}

extension SessionDevice {
  /// Launches the app without running it, over another transport than the server's own.
  public func app(over transport: (any Transport)? = nil) -> SessionApp {
    var environment = launch()
    if let transport { environment.transport = transport }
    return SessionApp(
      environment,
      FaultySecrets(store: FileSecrets(in: environment.directory), faults: secretFaults))
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func run(
    over transport: (any Transport)? = nil, _ body: (SessionApp) async throws -> Void
  ) async throws {
    let app = app(over: transport)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      do { try await body(app) } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Signs in with the code that the service has sent.
  @discardableResult
  public func signIn(_ app: SessionApp, as phone: PhoneNumber = .ada) async throws -> AppScope {
    server.change { $0.now += 100 }
    try await app.session.requestCode(for: phone)
    let code = try #require(server.model.code(for: phone.rawValue))
    try await app.session.signIn(withCode: code)
    return await app.scope(of: app.session.state.account?.rawValue)
  }
}

extension ProfileEditor {
  /// Waits for a state that satisfies the condition, and returns it.
  @discardableResult
  public func when(_ isSo: (ProfileState) -> Bool) async -> ProfileState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until no change is pending and the last fetch has succeeded.
  @discardableResult
  public func settled() async -> ProfileState {
    await when { $0.pending.isEmpty && $0.sync.fetch == .idle && $0.profile != nil }
  }
}

extension PhoneNumber {
  /// The number of the first user.
  public static let ada = sample("+79123456789")
  /// The number of the second user.
  public static let bob = sample("+77710009998")

  private static func sample(_ text: String) -> PhoneNumber {
    guard let number = PhoneNumber(rawValue: text) else { preconditionFailure("not a number") }
    return number
  }
}

/// A device whose session stores files in a temporary directory of its own.
public final class FileSessionDevice: SessionDevice {
  /// The service of the accounts.
  public let server = SandboxServer(AccountServerModel())
  /// The time of day on the device.
  public let time = SessionTime()
  /// The faults of the store of the tokens.
  public let secretFaults = SecretFaults()
  private let folder = DeviceFolder()

  /// Creates a device without stored data.
  public init() {}

  /// The directory of the files.
  public var directory: URL { folder.url }

  /// Creates the environment of a new process.
  public func launch() -> FeatureEnvironment {
    FeatureEnvironment(
      transport: server, directory: folder.launch(), city: SettledCity(.almaty),
      clock: InstantClock(), now: { [time] in time.now }, makeID: folder.nextID)
  }

  /// Returns the bytes of all files by their paths.
  public func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: folder.url.path)
    while let name = names?.nextObject() as? String {
      let url = folder.url.appending(path: name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[name] = try Data(contentsOf: url)
    }
    return files
  }
}

/// A device whose session is in memory.
public final class MemorySessionDevice: SessionDevice {
  /// The service of the accounts.
  public let server = SandboxServer(AccountServerModel())
  /// The time of day on the device.
  public let time = SessionTime()
  /// The faults of the store of the tokens.
  public let secretFaults = SecretFaults()
  private let directory = Mutex(StorageDirectory.inMemory())
  private let ids = Mutex(0)

  /// Creates a device without stored data.
  public init() {}

  /// Creates the environment of a new process.
  public func launch() -> FeatureEnvironment {
    let directory = directory.withLock { directory in
      directory = directory.reopened()
      return directory
    }
    return FeatureEnvironment(
      transport: server, directory: directory, city: SettledCity(.almaty), clock: InstantClock(),
      now: { [time] in time.now },
      makeID: { [self] in
        ids.withLock { ids in
          ids += 1
          return "id-\(ids)"
        }
      })
  }

  /// Returns nothing.
  public func files() throws -> [String: Data] { [:] }
}
