import Foundation
import Networking
import NetworkingTestSupport
import ProfileTestSupport
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Profile
@testable import Storage

struct LiveUserSessionTests {
  private let secrets = PausingSecrets()
  private let ids = SignaledIDs()
  /// A service that sends codes, and signs each user in as `b`.
  private let server = StubTransport { request in
    json(
      request.path == "/v1/auth/sessions"
        ? #"{"account":"b","accessToken":"t","refreshToken":"r","expiresIn":60}"#
        : #"{"challenge":"\#(UUID())","length":4,"attempts":3,"resendIn":60,"expiresIn":300}"#)
  }

  /// A session of the account `a` with a valid access token.
  private static let signedIn =
    #"{"version":1,"account":{"id":"a","accessToken":"t","refreshToken":"r","refreshKey":"k","#
    + #""isRevoked":false},"departures":[]}"#

  // MARK: Calls while another one is being stored

  @Test(arguments: [false, true])
  func `A code that is discarded or replaced while it is entered is not sent`(_ isReplaced: Bool)
    async throws
  {
    let session = session()
    try await session.requestCode(for: .ada)
    let error = try await failure {
      try await session.signIn(withCode: "1234")
    } during: {
      guard isReplaced else { return try await session.discardCode() }
      try await session.requestCode(for: .ada)
    }
    #expect(error == .superseded && Set(server.paths) == ["/v1/auth/codes"])
    #expect(session.state.status == .guest && (session.state.code != nil) == isReplaced)
  }

  @Test func `A token of a provider is not sent after another sign-in`() async throws {
    let session = session()
    // Otherwise the calls would wait for the stored session.
    try await session.discardCode()
    let error = try await failure {
      try await session.signIn(with: ProviderToken(provider: "apple", token: "token"))
    } during: {
      try await session.adopt(try former())
    }
    #expect(error == .superseded && server.paths == [])
    #expect(session.state.account?.rawValue == "a")
  }

  @Test func `A sign-out does not sign out the next user, whose sign-in is just being stored`()
    async throws
  {
    let error = try await failureBesideNextSignIn { try await $0.signOut(keepingData: true) }
    #expect(error == .superseded)
  }

  @Test func `A deletion does not concern the next user, whose sign-in is just being stored`()
    async throws
  {
    let error = try await failureBesideNextSignIn { try await $0.deleteAccount() }
    #expect(error == .notSignedIn)
    #expect(server.paths == ["/v1/auth/sessions"])
  }

  @Test func `The features of a user who signs out before they start are not started`()
    async throws
  {
    let device = DeviceFolder()
    secrets.store(
      #"{"version":1,"account":{"id":"a","refreshToken":"r","refreshKey":"k","isRevoked":false},"#
        + #""departures":[{"account":"b","erases":true,"key":"d"}]}"#)
    let (erasures, erasing) = AsyncStream.makeStream(of: Void.self)
    let session = session(
      in: StorageDirectory(
        device.url,
        failing: {
          erasing.yield()
          return nil
        }))
    try await session.load()
    let signingOut = await secrets.pause { try await session.signOut(keepingData: true) }
    let (scopes, started) = AsyncStream.makeStream(of: SessionScope.self)
    let running = Task {
      try await session.run { scope in
        started.yield(scope)
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      }
    }
    // Before the features start, the data of `b` is erased. To store this, the session waits for the
    // write of the sign-out.
    for await _ in erasures { break }
    secrets.release()
    try await signingOut.value
    for await scope in scopes {
      #expect(scope.account == nil)
      break
    }
    running.cancel()
    try await running.value
  }

  @Test func `The stored session is read once for calls at the same time`() async throws {
    let session = session()
    let first = await secrets.pause { try await session.discardCode() }
    let others = (1...5).map { _ in Task { try await session.discardCode() } }
    for _ in 1...200 { await Task.yield() }
    secrets.release()
    try await first.value
    for other in others { try await other.value }
    #expect(secrets.loadCount == 1)
  }

  @Test func `A session is written once after each change, and not without one`() async throws {
    let session = session()
    for _ in 1...2 { try await session.discardCode() }
    #expect(secrets.saveCount == 0)
    for _ in 1...2 { try await session.adopt(try former()) }
    try await session.discardCode()
    #expect(secrets.saveCount == 1)
    try await session.signOut(keepingData: true)
    // The end of the session at the service is what remains.
    #expect(secrets.saveCount == 2)
    let next = self.session()
    try await next.load()
    #expect(secrets.saveCount == 2 && next.state.status == .guest)
  }

  // MARK: Requests

  @Test func `A deletion that fails succeeds if another call has deleted the account meanwhile`()
    async throws
  {
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let deletions = Log<HTTPRequest>()
    let server = StubTransport { request throws(TransportError) in
      guard request.path == "/v1/auth/account", deletions.add(request) == 1 else {
        return json(#"{"account":"a"}"#)
      }
      beginning.yield()
      for await _ in released { break }
      throw .offline
    }
    secrets.store(Self.signedIn)
    let session = session(over: server)
    let first = Task { try await session.deleteAccount() }
    for await _ in began { break }
    try await session.deleteAccount()
    release.yield()
    try await first.value
    #expect(session.state == SessionState(status: .guest))
    #expect(server.paths == ["/v1/auth/account", "/v1/auth/account"])
  }

  @Test func `No session is ended at the service after the features have ended`() async throws {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let server = StubTransport { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      ended.yield()
      return HTTPResponse(status: 204, body: Data())
    }
    secrets.store(
      #"{"version":1,"departures":[{"account":"a","erases":false,"key":"1","refreshToken":"r1"},"#
        + #"{"account":"b","erases":false,"key":"2","refreshToken":"r2"}]}"#)
    let session = session(over: server)
    let running = Task { try await session.run { _ in } }
    for await _ in ends { break }
    running.cancel()
    try await running.value
    #expect(server.paths == ["/v1/auth/sign-out"])
  }

  @Test func `Only the current tokens of the current account are renewed`() async throws {
    let server = StubTransport { request in
      switch request.path {
      case "/v1/auth/refresh":
        json(#"{"account":"a","accessToken":"t2","refreshToken":"r2","expiresIn":600}"#)
      case "/v1/auth/sessions":
        json(#"{"account":"b","accessToken":"t3","refreshToken":"r3","expiresIn":600}"#)
      default: HTTPResponse(status: 204, body: Data())
      }
    }
    secrets.store(Self.signedIn)
    let session = session(over: server)
    try await session.load()
    let account = try #require(AccountID(rawValue: "a"))
    func credential() async -> Credential? {
      guard case .credential(let found) = await session.authorization(of: account) else {
        return nil
      }
      return found
    }
    let first = try #require(await credential())
    #expect(await session.renew(first, of: account) == .renewed)
    let second = try #require(await credential())
    #expect(second != first)
    #expect(await session.renew(first, of: account) == .renewed)
    #expect(await credential() == second)
    try await session.signOut(keepingData: true)
    try await session.signIn(with: ProviderToken(provider: "apple", token: "token"))
    #expect(await session.renew(second, of: account) == .renewed)
    #expect(server.paths == ["/v1/auth/refresh", "/v1/auth/sessions"])
  }

  @Test func `A request of an account is not sent once the session is gone`() async throws {
    let transport = try await { () async throws -> any Transport in
      let session = session()
      try await session.adopt(try former())
      let (transports, found) = AsyncStream.makeStream(of: (any Transport).self)
      let running = Task {
        try await session.run { scope in
          found.yield(scope.environment.transport)
          for await _ in AsyncStream.makeStream(of: Never.self).stream {}
        }
      }
      defer { running.cancel() }
      for await transport in transports {
        running.cancel()
        try await running.value
        return transport
      }
      throw SessionError.cancelled
    }()
    let count = server.paths.count
    let answer = await transport.answer(to: HTTPRequest(.get, "/v1/profile", in: .almaty))
    #expect(answer == .outcomeUnknown(.cancelled) && server.paths.count == count)
  }

  // MARK: The data of a guest

  @Test func `A guest's data that could not be moved is passed at the next start`() async throws {
    let device = DeviceFolder()
    for (name, item) in [("account-a", "pizza"), ("guest", "tea")] {
      let owner = name == "guest" ? nil : "a"
      let directory = StorageDirectory(device.url).subdirectory(name, of: owner)
      defer { directory.close() }
      try await Self.basket(in: directory).save(item)
    }
    secrets.store(Self.signedIn)
    let failure = OneFailure()
    // The first write is the one that moves the directory.
    let root = StorageDirectory(device.url, failing: { failure.next() })
    for expected in [nil, "tea"] {
      let session = session(in: root)
      await #expect(throws: SessionError.cancelled) {
        try await session.run { scope in
          #expect(try await Self.basket(in: scope.environment.directory).value() == "pizza")
          let guest = scope.guest.map { Self.basket(in: $0.environment.directory) }
          #expect(try await guest?.value() == expected && (guest == nil) == (expected == nil))
          throw SessionError.cancelled
        }
      }
    }
  }

  private static func basket(in directory: StorageDirectory) -> SingleRepository<String> {
    directory.text(.file("basket"), .userState)
  }

  private func session(
    over transport: (any Transport)? = nil, in directory: StorageDirectory = .inMemory()
  ) -> LiveUserSession {
    let environment = FeatureEnvironment(
      transport: transport ?? server, directory: directory,
      city: SettledCity(.almaty), makeID: { [ids] in "\(ids.make())" })
    return LiveUserSession(in: environment, secrets: secrets)
  }

  private func former() throws -> LegacySession {
    LegacySession(account: try #require(AccountID(rawValue: "a")), refreshToken: "r")
  }

  /// Makes a call while the write of an earlier one is paused, and returns the call's error.
  private func failure(
    of call: @escaping @Sendable () async throws -> Void,
    during earlier: @escaping @Sendable () async throws -> Void
  ) async throws -> SessionError? {
    let first = await secrets.pause(earlier)
    ids.signal()
    let later = Task { try await call() }
    // The call creates an id, and then waits for the write without another suspension.
    await ids.next()
    secrets.release()
    try await first.value
    do { try await later.value } catch { return error as? SessionError }
    return nil
  }

  /// Makes a call for an expired account while the sign-in of the next user is being stored.
  ///
  /// The sign-in has to succeed.
  ///
  /// - Returns: The error of the call.
  private func failureBesideNextSignIn(
    _ call: @escaping @Sendable (any UserSession) async throws -> Void
  ) async throws -> SessionError? {
    // With an earlier attempt, the repeated one writes only its sign-in.
    secrets.store(
      #"{"version":1,"account":{"id":"a","refreshToken":"r","refreshKey":"k","isRevoked":true},"#
        + #""signIn":{"challenge":"","attempt":{"proof":"token","key":"k"}},"departures":[]}"#)
    let session = session()
    await #expect(throws: SessionError.noCode) { try await session.signIn(withCode: "1") }
    let error = try await failure {
      try await call(session)
    } during: {
      try await session.signIn(with: ProviderToken(provider: "apple", token: "token"))
    }
    let next = try #require(AccountID(rawValue: "b"))
    #expect(session.state.status == .signedIn(next))
    return error
  }
}

/// A store whose next access is suspended until a test releases it.
private final class PausingSecrets: SecretStore {
  private let state = Mutex((content: Data?.none, loads: 0, saves: 0, isPaused: false))
  private let began = AsyncStream.makeStream(of: Void.self)
  private let released = AsyncStream.makeStream(of: Void.self)

  var loadCount: Int { state.withLock { $0.loads } }
  var saveCount: Int { state.withLock { $0.saves } }

  func load() async throws(SecretError) -> Data? {
    state.withLock { $0.loads += 1 }
    await wait()
    return state.withLock { $0.content }
  }

  func save(_ secret: Data?) async throws(SecretError) {
    await wait()
    state.withLock { ($0.content, $0.saves) = (secret, $0.saves + 1) }
  }

  /// Sets the record that is read next.
  func store(_ record: String) { state.withLock { $0.content = Data(record.utf8) } }

  private func wait() async {
    guard state.withLock({ $0.isPaused }) else { return }
    began.continuation.yield()
    for await _ in released.stream { break }
  }

  /// Pauses the next access, which `call` causes, and waits for the access to begin.
  func pause(_ call: @escaping @Sendable () async throws -> Void) async -> Task<Void, any Error> {
    state.withLock { $0.isPaused = true }
    let task = Task { try await call() }
    for await _ in began.stream { break }
    return task
  }

  func release() {
    state.withLock { $0.isPaused = false }
    released.continuation.yield()
  }
}

/// Returns a response with this body.
private func json(_ text: String) -> HTTPResponse {
  HTTPResponse(status: 200, body: Data(text.utf8))
}

/// A source of ids that, once `signal()` is called, signals each new id.
private final class SignaledIDs: Sendable {
  private let isSignaling = Mutex(false)
  private let created = AsyncStream.makeStream(of: Void.self)

  func make() -> String {
    if isSignaling.withLock({ $0 }) { created.continuation.yield() }
    return UUID().uuidString
  }

  func signal() { isSignaling.withLock { $0 = true } }

  func next() async { for await _ in created.stream { break } }
}
