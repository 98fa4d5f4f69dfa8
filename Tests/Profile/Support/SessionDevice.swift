public import StorageTestSupport
public import Foundation
public import Networking
import NetworkingTestSupport
public import Profile
public import Sandbox
public import Storage
public import Sync
public import SyncTestSupport
import Synchronization
import Testing

/// A device and its network, on which an app with a session can be launched repeatedly.
public final class SessionDevice: Sendable {
  private let faults = Mutex(SecretFaults())
  private let device: AppDevice<SandboxServer<AccountServerModel>>

  /// Creates a device without stored data.
  public init(_ backing: Backing = .files) {
    device = AppDevice(
      SandboxServer(AccountServerModel()), backing, time: 1_700_000_000)
  }

  /// The service of the accounts.
  public var server: SandboxServer<AccountServerModel> { device.server }
  /// The faults of the store of the tokens.
  public var secretFaults: SecretFaults {
    get { faults.withLock { $0 } }
    set { faults.withLock { $0 = newValue } }
  }
  /// The time of day on the device, which a test sets.
  public var time: WallClock { device.time }
  /// The directory of the files.
  public var directory: URL { device.directory }

  /// Creates the environment of a new process, which shares only stored data with earlier ones.
  public func launch() -> FeatureEnvironment { device.environment(in: SettledCity(.almaty)) }

  /// Returns the bytes of all files by their paths; empty for a device without files.
  public func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: directory.path)
    while let name = names?.nextObject() as? String {
      let url = directory.appending(path: name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      do { files[name] = try Data(contentsOf: url) } catch CocoaError.fileReadNoSuchFile {
        // The session has replaced this file since its name was listed.
      }
    }
    return files
  }
}

extension SessionDevice {
  /// Returns the paths of the files that contain a text.
  public func files(containing text: String) throws -> [String] {
    try files().filter { $0.value.range(of: Data(text.utf8)) != nil }.keys.sorted()
  }
}

/// The faults of a store of tokens; `nil` for none.
public struct SecretFaults: Sendable {
  /// The error of each read.
  public var load: SecretError?
  /// The error of each write, which leaves the store unchanged.
  public var save: SecretError?
  /// The error of each write, which changes the store in spite of it.
  public var saved: SecretError?
}

private struct FaultySecrets: SecretStore {
  let store: FileSecrets
  let device: SessionDevice

  func load() async throws(SecretError) -> Data? {
    if let error = device.secretFaults.load { throw error }
    return try await store.load()
  }

  func save(_ secret: Data?) async throws(SecretError) {
    if let error = device.secretFaults.save { throw error }
    try await store.save(secret)
    if let error = device.secretFaults.saved { throw error }
  }
}

/// A running app: its session, and the features of the current scope.
public final class SessionApp: Sendable {
  /// The session.
  public let session: any UserSession
  /// The environment of the device.
  public let environment: FeatureEnvironment
  private let makeScope: @Sendable (SessionScope) async throws -> AppScope
  private let current = Mutex<AppScope?>(nil)
  private let scopes = AsyncStream.makeStream(of: AppScope.self, bufferingPolicy: .unbounded)

  /// Creates an app that does not run yet; `makeScope` may move the data of a guest before the features run.
  public init(
    _ environment: FeatureEnvironment, _ secrets: some SecretStore,
    makeScope: @escaping @Sendable (SessionScope) async throws -> AppScope = { AppScope($0) }
  ) {
    (self.environment, self.makeScope) = (environment, makeScope)
    session = environment.makeUserSession(secrets: secrets)
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

  /// Runs the features of each user until the task is canceled.
  public func run() async throws {
    try await session.run { [self] scope in
      let app = try await makeScope(scope)
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

  /// Creates the features of a user; the basket is by default in memory, backed by a file.
  public init(_ scope: SessionScope, basket: SingleRepository<[String]>? = nil) {
    account = scope.account
    environment = scope.environment
    guest = scope.guest
    profile = scope.environment.makeProfileEditor()
    self.basket = basket ?? Self.basket(in: scope.environment)
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
  /// Creates an app, which does not run yet, over a transport or else the server.
  public func app(over transport: (any Transport)? = nil) -> SessionApp {
    var environment = launch()
    if let transport { environment.transport = transport }
    return SessionApp(
      environment,
      FaultySecrets(store: FileSecrets(in: environment.directory), device: self))
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func run(
    over transport: (any Transport)? = nil, _ body: (SessionApp) async throws -> Void
  ) async throws {
    let app = app(over: transport)
    try await keepRunning(app) { try await body(app) }
  }

  /// Runs an app during `body`, and kills it.
  public func keepRunning(_ app: SessionApp, _ body: () async throws -> Void) async throws {
    try await running(app.run) { try await body() }
  }

  /// Requests a code, once the service sends another one, and returns it.
  public func requestCode(
    _ app: SessionApp, for phone: PhoneNumber = .ada
  ) async throws -> String {
    server.change { $0.now += 100 }
    try await app.session.requestCode(for: phone)
    return try #require(server.model.code(for: phone.rawValue))
  }

  /// Signs in with the code that the service has sent; does not wait for the features.
  public func signInAlone(_ app: SessionApp, as phone: PhoneNumber = .ada) async throws {
    try await app.session.signIn(withCode: try await requestCode(app, for: phone))
  }

  /// Signs in with the code that the service has sent.
  @discardableResult
  public func signIn(_ app: SessionApp, as phone: PhoneNumber = .ada) async throws -> AppScope {
    try await signInAlone(app, as: phone)
    return await app.scope(of: app.session.state.account?.rawValue)
  }
}

extension SessionDevice {
  /// Runs an app that signs in and adds an item to the basket of the account; returns the account.
  public func account(with item: String) async throws -> AccountID {
    var account: AccountID?
    try await run { app in
      let scope = try await signIn(app)
      account = scope.account
      try await scope.add(item)
    }
    return try #require(account)
  }

  /// Signs in, and waits for the profile.
  public func signInAndSettle(_ app: SessionApp) async throws -> (AppScope, AccountID) {
    let scope = try await signIn(app)
    await scope.profile.settled()
    return (scope, try #require(scope.account))
  }
}

/// Returns the error of a session's call, or `nil` if it succeeds.
public func failure(_ call: () async throws -> Void) async -> SessionError? {
  do { try await call() } catch let error as SessionError { return error } catch {
    Issue.record(error)
  }
  return nil
}

extension ProfileEditor {
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
