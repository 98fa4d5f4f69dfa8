import Foundation
@_spi(SettledCity) import Networking
import Profile
import Storage
import Sync
import Synchronization

/// A device whose app is launched repeatedly over the same files.
struct SessionDevice {
  let clock = DeviceClock()
  private let server: URL
  private let folder: URL

  init(_ server: URL, _ folder: URL) {
    (self.server, self.folder) = (server, folder)
  }

  /// Launches the app, runs it during `body`, and ends it.
  func run(_ body: (SessionApp) async throws -> Void) async throws {
    let directory = StorageDirectory(folder)
    defer { directory.close() }
    let app = SessionApp(
      FeatureEnvironment(
        transport: NetworkingFactory.makeTransport(server: server, timeout: .seconds(20)),
        directory: directory, city: SettledCity(.almaty, gate: Gate()), clock: clock,
        now: { [clock] in clock.date }))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      try await body(app)
      group.cancelAll()
    }
  }
}

/// A clock without real time that a test moves forward; a sleep moves it, too.
final class DeviceClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let start = Date.now
  private let offset = Mutex(Swift.Duration.zero)
  let minimumResolution = Swift.Duration.nanoseconds(1)

  var now: Instant { Instant(offset: offset.withLock { $0 }) }
  var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  func pass(_ seconds: Int) { offset.withLock { $0 += .seconds(seconds) } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    offset.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
  }
}

/// A running app with a session, and with the profile of the current account.
final class SessionApp: Sendable {
  let session: any UserSession
  let gate: Gate
  private let current = Mutex<SignedInAccount?>(nil)
  private let scopes = AsyncStream.makeStream(of: Void.self)

  init(_ environment: FeatureEnvironment) {
    session = ProfileFactory.makeSession(
      in: environment, secrets: FileSecrets(in: environment.directory))
    gate = environment.gate
  }

  fileprivate func run() async throws {
    try await session.run { [self] scope in
      guard let account = SignedInAccount(scope) else {
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
        return
      }
      current.withLock { $0 = account }
      scopes.continuation.yield()
      defer { current.withLock { $0 = nil } }
      try await account.profile.run()
    }
  }

  /// Signs in with the code that the server has sent.
  func signIn(_ phone: PhoneNumber, _ server: Backend) async throws -> SignedInAccount {
    try await session.requestCode(for: phone)
    let code = try await server.code(for: phone)
    try await session.signIn(withCode: code)
    return await account(session.state.account)
  }

  /// Waits for the features of an account.
  func account(_ id: AccountID?) async -> SignedInAccount {
    if let account = current.withLock({ $0 }), account.id == id { return account }
    for await _ in scopes.stream {
      if let account = current.withLock({ $0 }), account.id == id { return account }
    }
    preconditionFailure("the stream of accounts has ended")
  }
}

/// The features of an account.
struct SignedInAccount: Sendable {
  let id: AccountID
  let profile: any ProfileEditor
  private let transport: any Transport

  init?(_ scope: SessionScope) {
    guard let account = scope.account else { return nil }
    id = account
    profile = ProfileFactory.makeProfile(in: scope.environment)
    transport = scope.environment.transport
  }

  /// Sends requests at once, and returns the number of successes.
  func storm(of count: Int) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask { [transport] in
          let request = HTTPRequest(.get, "/v1/profile", in: .almaty)
          if case .success = await transport.answer(to: request) { return true }
          return false
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  /// Waits until no change is pending, and returns the server's profile.
  func settled() async throws -> UserProfile {
    for await state in profile.states()
    where state.pending.isEmpty && state.sync.fetch == .idle {
      if let profile = state.profile { return profile }
    }
    throw CancellationError()
  }
}

extension RequestContext {
  fileprivate static var almaty: RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("KZ can be sent")
    }
    return context
  }
}

extension PhoneNumber {
  static var ada: PhoneNumber { sample("+79123456789") }
  static var bob: PhoneNumber { sample("+77710009998") }

  private static func sample(_ text: String) -> PhoneNumber {
    guard let number = PhoneNumber(rawValue: text) else { preconditionFailure("not a number") }
    return number
  }
}
