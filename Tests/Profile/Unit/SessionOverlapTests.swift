import Foundation
import Networking
import NetworkingTestSupport
import Storage
import Sync
import Synchronization
import Testing

@testable import Profile

@Suite("Calls of a session that overlap", .timeLimit(.minutes(5)))
struct SessionOverlapTests {
  /// A store whose next access is suspended until a test releases it.
  private final class PausingSecrets: SecretStore {
    private let isPaused = Mutex(false)
    private let content = Mutex<Data?>(nil)
    private let began = AsyncStream.makeStream(of: Void.self)
    private let released = AsyncStream.makeStream(of: Void.self)

    private let loads = Mutex(0)
    var loadCount: Int { loads.withLock { $0 } }

    func load() async throws(SecretError) -> Data? {
      loads.withLock { $0 += 1 }
      await wait()
      return content.withLock { $0 }
    }

    /// Sets the record that each access reads.
    func store(_ record: String) { content.withLock { $0 = Data(record.utf8) } }

    func save(_ secret: Data?) async throws(SecretError) { await wait() }

    private func wait() async {
      guard isPaused.withLock({ $0 }) else { return }
      began.continuation.yield()
      for await _ in released.stream { break }
    }

    /// Pauses the next access, which `call` causes, and waits for the access to begin.
    func pause(_ call: @escaping @Sendable () async throws -> Void) async -> Task<Void, any Error> {
      isPaused.withLock { $0 = true }
      let task = Task { try await call() }
      for await _ in began.stream { break }
      return task
    }

    func release() {
      isPaused.withLock { $0 = false }
      released.continuation.yield()
    }
  }

  /// A service that sends numbered codes, signs each user in as `b`, and records the paths of requests.
  private final class CodeServer: Transport {
    private let found = Mutex<[String]>([])
    var paths: [String] { found.withLock { $0 } }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let count = found.withLock { paths in
        paths.append(request.path)
        return paths.count
      }
      let body =
        request.path == "/v1/auth/sessions"
        ? #"{"account":"b","accessToken":"t","refreshToken":"r","expiresIn":60}"#
        : #"{"challenge":"\#(count)","length":4,"attempts":3,"resendIn":60,"expiresIn":300}"#
      return HTTPResponse(status: 200, body: Data(body.utf8))
    }
  }

  /// A source of ids that, once `signal()` is called, signals each new id.
  private final class SignaledIDs: Sendable {
    private let isSignaling = Mutex(false)
    private let created = AsyncStream.makeStream(of: Void.self)

    func make() -> String {
      if isSignaling.withLock({ $0 }) { created.continuation.yield() }
      return "id"
    }

    func signal() { isSignaling.withLock { $0 = true } }

    func next() async { for await _ in created.stream { break } }
  }

  private let secrets = PausingSecrets()
  private let server = CodeServer()
  private let ids = SignaledIDs()

  /// An expired session with an attempt to sign in, so a repeated attempt writes only its sign-in.
  private static let expired =
    #"{"version":1,"account":{"id":"a","refreshToken":"r","refreshKey":"k","isRevoked":true},"#
    + #""signIn":{"challenge":"","attempt":{"proof":"token","key":"k"}},"departures":[]}"#

  private func session() -> DefaultUserSession {
    var environment = FeatureEnvironment(
      transport: server, city: SettledCity(.almaty, gate: Gate()),
      makeID: { [ids] in ids.make() })
    environment.directory = .inMemory()
    return DefaultUserSession(in: environment, secrets: secrets)
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

  @Test func `a code that is discarded while it is entered is not sent`() async throws {
    let session = session()
    try await session.requestCode(for: try #require(PhoneNumber(rawValue: "+79123456789")))
    let error = try await failure {
      try await session.signIn(withCode: "1234")
    } during: {
      try await session.discardCode()
    }
    #expect(error == .superseded && server.paths == ["/v1/auth/codes"])
    #expect(session.state == SessionState(status: .guest))
  }

  @Test func `a code that was replaced while it is entered is not sent, and the new one stays`()
    async throws
  {
    let session = session()
    let phone = try #require(PhoneNumber(rawValue: "+79123456789"))
    try await session.requestCode(for: phone)
    let error = try await failure {
      try await session.signIn(withCode: "1234")
    } during: {
      try await session.requestCode(for: phone)
    }
    #expect(error == .superseded && server.paths == ["/v1/auth/codes", "/v1/auth/codes"])
    #expect(session.state.code?.phone == phone)
  }

  @Test func `a sign-out does not sign out the next user, whose sign-in is just being stored`()
    async throws
  {
    let error = try await failureBesideNextSignIn { try await $0.signOut(keepingData: true) }
    #expect(error == .superseded)
  }

  @Test func `a deletion does not concern the next user, whose sign-in is just being stored`()
    async throws
  {
    let error = try await failureBesideNextSignIn { try await $0.deleteAccount() }
    #expect(error == .notSignedIn)
    #expect(server.paths == ["/v1/auth/sessions"])
  }

  /// Makes a call for an expired account while the sign-in of the next user is being stored, and expects
  /// that the next user is signed in.
  ///
  /// - Returns: The error of the call.
  private func failureBesideNextSignIn(
    _ call: @escaping @Sendable (any UserSession) async throws -> Void
  ) async throws -> SessionError? {
    let session = session()
    let next = try #require(AccountID(rawValue: "b"))
    secrets.store(Self.expired)
    await #expect(throws: SessionError.noCode) { try await session.signIn(withCode: "1") }
    let error = try await failure {
      try await call(session)
    } during: {
      try await session.signIn(with: ProviderToken(provider: "apple", token: "token"))
    }
    #expect(session.state.status == .signedIn(next))
    return error
  }

  @Test func `a token of a provider is not sent after another sign-in`() async throws {
    let session = session()
    let account = try #require(AccountID(rawValue: "a"))
    // Otherwise the calls would wait for the stored session.
    try await session.discardCode()
    let error = try await failure {
      try await session.signIn(with: ProviderToken(provider: "apple", token: "token"))
    } during: {
      try await session.adopt(LegacySession(account: account, refreshToken: "r"))
    }
    #expect(error == .superseded && server.paths == [])
    #expect(session.state.status == .signedIn(account))
  }

  @Test func `a request of an account is not sent once the session is gone`() async throws {
    let account = try #require(AccountID(rawValue: "a"))
    let transport = try await { () async throws -> any Transport in
      let session = session()
      try await session.adopt(LegacySession(account: account, refreshToken: "r"))
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

  @Test func `the stored session is read once for calls at the same time`() async throws {
    let session = session()
    let first = await secrets.pause { try await session.discardCode() }
    let others = (1...5).map { _ in Task { try await session.discardCode() } }
    for _ in 1...200 { await Task.yield() }
    secrets.release()
    try await first.value
    for other in others { try await other.value }
    #expect(secrets.loadCount == 1)
  }
}
