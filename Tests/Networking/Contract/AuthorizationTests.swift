import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Synchronization
import Testing

@Suite struct AuthorizationTests {
  private let request = HTTPRequest(.get, "/v1/menu", in: .almaty)
  private let clock = PausedClock()
  private let service = TokenService()

  @Test(arguments: [200, 1])
  func `Two hundred requests that are refused before, during and after a renewal cause no other`(
    refusedBefore: Int
  ) async {
    let service = TokenService { await $0.refuses(refusedBefore) }
    service.expireToken()

    #expect(await storm(transport(to: service)) == ["success": 200])
    #expect(service.renewals == 1)
    #expect(refusedBefore == 1 || service.requests.count == 400)
  }

  @Test(arguments: [
    (RenewalOutcome.offline, "notSent"), (.intercepted, "notSent"),
    (.unavailable(), "tryLater 503"), (.unavailable(retryAfter: .seconds(9)), "tryLater 503"),
  ])
  func `A failed renewal signs no user out, and the next one succeeds`(
    _ outcome: RenewalOutcome, _ kind: String
  ) async {
    let service = TokenService { await $0.refuses(200) }
    service.expireToken()
    service.fail(outcome)
    let transport = transport(to: service)

    #expect(await storm(transport) == [kind: 200])
    #expect(service.renewals == 1)
    clock.advance(by: .seconds(10))
    #expect(await storm(transport) == ["success": 200])
    #expect(service.renewals == 2 && service.overlaps == 0)
  }

  @Test(arguments: [Duration.zero, .milliseconds(1_999), .seconds(-1)])
  func `A renewal that the service delays by less than two seconds is not repeated by each request`(
    _ delay: Duration
  ) async {
    let service = TokenService { await $0.refuses(200) }
    service.expireToken()
    let outcome = RenewalOutcome.unavailable(retryAfter: delay)
    service.fail(outcome, outcome, outcome)
    let transport = transport(to: service)

    #expect(await storm(transport) == ["tryLater 503": 200])
    #expect(service.renewals == 1)
    clock.advance(by: .milliseconds(1_999))
    #expect(await transport.answer(to: request).kind == "tryLater 503")
    #expect(service.renewals == 1)
    clock.advance(by: .milliseconds(1))
    _ = await transport.answer(to: request)
    #expect(service.renewals == 2)
  }

  @Test func `No renewal is tried before the delay that the service names`() async {
    service.expireToken()
    service.fail(.unavailable(retryAfter: .seconds(60)))
    let transport = transport(to: service)

    _ = await transport.answer(to: request)
    clock.advance(by: .seconds(59))
    guard case .tryLater(let response) = await transport.answer(to: request) else {
      Issue.record("another answer")
      return
    }
    #expect(response.retryAfter == .seconds(1))
    #expect(service.renewals == 1)
    clock.advance(by: .seconds(1))
    #expect(await transport.answer(to: request).kind == "success")
  }

  @Test func `A revoked session answers with 401, and sends nothing more`() async {
    let service = TokenService { await $0.refuses(200) }
    service.expireToken()
    service.fail(.revoked)
    let transport = transport(to: service)

    #expect(await storm(transport) == ["unauthorized signedOut": 200])
    #expect(await storm(transport) == ["unauthorized signedOut": 200])
    #expect(service.renewals == 1)
    #expect(service.requests.count == 200)
  }

  @Test func `A canceled renewal is made by another request that waits`() async {
    let isFirst = Mutex(true)
    let service = TokenService { _ in
      let isHeld = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isHeld { for await _ in AsyncStream.makeStream(of: Void.self).stream {} }
    }
    service.expireToken()
    let transport = transport(to: service)

    await withTaskGroup(of: String.self) { group in
      let first = Task { await transport.answer(to: request).kind }
      await service.beginsRenewal()
      for _ in 0..<20 { group.addTask { await transport.answer(to: request).kind } }
      await service.refuses(21)
      first.cancel()
      #expect(await first.value == "outcomeUnknown")
      for await kind in group { #expect(kind == "success") }
    }
    #expect(service.renewals == 2 && service.overlaps == 0)
    // Each is sent twice, except the canceled one.
    #expect(service.requests.count == 41)
  }

  @Test func `A request that waits for a renewal can be canceled`() async {
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let service = TokenService { _ in for await _ in held {} }
    service.expireToken()
    let transport = transport(to: service)

    let first = Task { await transport.answer(to: request).kind }
    await service.beginsRenewal()
    let second = Task { await transport.answer(to: request).kind }
    await service.refuses(2)
    second.cancel()
    #expect(await second.value == "outcomeUnknown")
    release.finish()
    #expect(await first.value == "success")
    #expect(service.renewals == 1)
  }

  @Test func `An old token and an expired one may be refused before the request succeeds`() async {
    service.expireToken()
    let path = StubTransport(over: service)
    path.interrupt {
      service.signInAgain()
      service.expireToken()
    }
    let transport = transport(to: service, over: path)

    #expect(await transport.answer(to: request).kind == "success")
    #expect(service.renewals == 1)
    #expect(service.requests.map(\.authorization) == (1...3).map(TokenService.token))
  }

  @Test func `A request is sent at most three times`() async {
    service.refuseAll()
    let path = StubTransport { request throws(TransportError) in
      defer { service.signInAgain() }
      return try await service.send(request)
    }
    let transport = transport(to: service, over: path)

    #expect(await transport.answer(to: request).kind == "tryLater 503")
    #expect(service.requests.map(\.authorization) == (1...3).map(TokenService.token))
  }

  @Test(arguments: [
    (20, 10), (40, 20), (2, 2), (-100, 2), (3_600, 30), (TimeInterval.infinity, 30),
    (-TimeInterval.infinity, 2),
  ])
  func `A renewed credential that is refused is renewed again after half of its lifetime`(
    _ lifetime: TimeInterval, _ pause: Int
  ) async {
    service.refuseAll()
    let transport = transport(to: service)

    #expect(await storm(transport) == ["tryLater 503": 200])
    #expect(service.renewals == 1)
    service.setLifetime(lifetime)
    clock.advance(by: .seconds(30))
    _ = await transport.answer(to: request)
    #expect(service.renewals == 2)
    clock.advance(by: .seconds(pause) - .milliseconds(1))
    _ = await transport.answer(to: request)
    #expect(service.renewals == 2)
    clock.advance(by: .milliseconds(1))
    _ = await transport.answer(to: request)
    #expect(service.renewals == 3)
  }

  @Test func `A credential is renewed a minute before it expires`() async {
    let time = Mutex(Date(timeIntervalSince1970: 0))
    let service = TokenService(now: { Date(timeIntervalSince1970: 0) })
    service.setLifetime(3_600)
    let transport = transport(to: service) { time.withLock { $0 } }

    #expect(await transport.answer(to: request).kind == "success")
    time.withLock { $0 += 3_540 }
    #expect(await transport.answer(to: request).kind == "success")
    #expect(service.renewals == 0)
    time.withLock { $0 += 1 }
    service.expireToken()
    #expect(await storm(transport) == ["success": 200])
    #expect(service.renewals == 1)
    #expect(service.requests.count == 202)
  }

  @Test func `A credential that cannot be renewed ahead of its expiry is used`() async {
    service.setLifetime(30)
    service.fail(.offline, .intercepted, .unavailable())
    let transport = transport(to: service)

    for _ in 0..<3 {
      #expect(await transport.answer(to: request).kind == "success")
      clock.advance(by: .seconds(2))
    }
    #expect(service.renewals == 3)
  }

  @Test(arguments: [-400_000, 400_000])
  func `A clock that was set does not cause more than one renewal`(_ jump: TimeInterval) async {
    let time = Mutex(Date(timeIntervalSince1970: 0))
    let service = TokenService(now: { time.withLock { $0 } })
    let expired = Credential(
      TokenService.token(1), expiresAt: Date(timeIntervalSince1970: 3_600))
    service.setAuthorization(.credential(expired))
    let transport = transport(to: service) { time.withLock { $0 } }
    time.withLock { $0 += jump }

    for _ in 0..<20 { #expect(await transport.answer(to: request).kind == "success") }
    #expect(service.renewals == (jump > 0 ? 1 : 0))
  }

  @Test func `A request of an account that has ended is not sent`() async {
    service.setAuthorization(.ended)

    #expect(
      await transport(to: service).answer(to: request) == .outcomeUnknown(.cancelled))
    #expect(service.requests.isEmpty)
  }

  @Test func `A 401 after the end of an account does not reach its features`() async {
    service.expireToken()
    let path = StubTransport(over: service)
    path.interrupt { service.setAuthorization(.ended) }
    let transport = transport(to: service, over: path)

    #expect(await transport.answer(to: request) == .outcomeUnknown(.cancelled))
    #expect(service.renewals == 0)
  }

  @Test(arguments: [401, 403, 407])
  func `A page of a network renews nothing`(_ status: Int) async {
    let portal = StubTransport { _ in HTTPResponse(status: status, body: Data("<html>".utf8)) }
    let transport = transport(to: service, over: portal)

    #expect(await transport.answer(to: request).kind == "tryLater \(status)")
    #expect(service.renewals == 0)
  }

  @Test func `A change is repeated under its key`() async {
    service.expireToken()
    var change = HTTPRequest(.delete, "/v1/addresses/1", in: .almaty)
    change.idempotencyKey = IdempotencyKey(rawValue: "k")

    #expect(await transport(to: service).answer(to: change).kind == "success")
    #expect(
      service.requests.map(\.idempotencyKey) == [change.idempotencyKey, change.idempotencyKey])
  }

  /// Creates the transport under test, which sends over `path` or, by default, directly to the service.
  private func transport(
    to service: TokenService, over path: (any Transport)? = nil,
    now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
  ) -> any Transport {
    AuthorizedTransport(
      path ?? service, by: service, clock: clock, now: now)
  }

  /// Sends 200 requests at once, and returns the number of answers of each kind.
  private func storm(_ transport: any Transport) async -> [String: Int] {
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<200 { group.addTask { await transport.answer(to: request).kind } }
      var counts: [String: Int] = [:]
      for await kind in group { counts[kind, default: 0] += 1 }
      return counts
    }
  }
}

@Suite struct RenewalOutcomeTests {
  private let request = HTTPRequest(.get, "/v1/auth/refresh", in: .almaty)

  private func outcome(_ result: Result<HTTPResponse, TransportError>) -> RenewalOutcome {
    RenewalOutcome(ResponseOutcome(result, to: request), revokedBy: ["sessionEnded"])
  }

  @Test func `Only a documented code of the service ends a session`() {
    for status in 100...599 {
      for body in ["", "<html>", #"{"code":"sessionEnded","status":\#(status),"type":"x"}"#] {
        let response = HTTPResponse(status: status, body: Data(body.utf8))
        #expect(outcome(.success(response)) != .revoked, "\(status) \(body)")
      }
      guard (400...499).contains(status) else { continue }
      let other = HTTPResponse(problem: "other", status: status)
      #expect(outcome(.success(other)) != .revoked, "\(status)")
    }
    for status in [400, 401, 403, 410, 422] {
      let problem = HTTPResponse(problem: "sessionEnded", status: status)
      #expect(outcome(.success(problem)) == .revoked, "\(status)")
    }
  }

  @Test func `Only a status by which the service asks for a later attempt keeps its delay`() {
    let later: Set = [408, 409, 413, 421, 425, 429]
    for status in 200...599 {
      let isLater = later.contains(status) || status >= 500 && status != 511
      for delay in [nil, Duration.seconds(7)] {
        let response = HTTPResponse(
          status: status, body: Data("<html>".utf8), retryAfter: delay)
        #expect(
          outcome(.success(response))
            == (isLater ? .unavailable(retryAfter: delay) : .intercepted), "\(status)")
      }
    }
  }

  @Test(arguments: [
    (TransportError.offline, RenewalOutcome.offline), (.untrusted("portal"), .offline),
    (.timedOut, .unavailable()), (.connectionLost, .unavailable()), (.cancelled, .unavailable()),
    (.failed("?"), .unavailable()), (.tooLarge(limit: 9), .intercepted),
  ])
  func `A failed exchange is classified`(_ error: TransportError, _ expected: RenewalOutcome) {
    #expect(outcome(.failure(error)) == expected)
  }
}

extension ResponseOutcome {
  /// The name of the case.
  var name: String { String("\(self)".prefix { $0 != "(" }) }

  fileprivate var kind: String {
    switch self {
    case .unauthorized(let problem): "unauthorized \(problem.code)"
    case .tryLater(let response): "tryLater \(response.status)"
    default: name
    }
  }
}
