import Foundation
import NetworkingTestSupport
import Sandbox
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Timeouts", .serialized)
struct SilenceTests {
  private let clock = PausedClock()
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init() { (arrivals, arrival) = AsyncStream.makeStream() }

  private func transport(to server: ScriptedServer) -> any Transport {
    NetworkingFactory.makeTransport(server: server.url, timeout: .seconds(1), clock: clock)
  }

  @Test func `A silence before the response times out and closes the connection`() async throws {
    let server = try ScriptedServer { [arrival] connection in
      _ = connection.readHead()
      arrival.yield()
      connection.waitForClosing()
      arrival.yield()
    }
    var arrived = arrivals.makeAsyncIterator()
    let sending = Task { try await transport(to: server).send(.read()) }
    await arrived.next()

    let time = Task { await clock.run() }

    await #expect(throws: TransportError.timedOut) { try await sending.value }
    time.cancel()
    await arrived.next()
  }

  @Test func `A silence within a body times out`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
      connection.waitForClosing()
    }
    var arrived = arrivals.makeAsyncIterator()
    let sending = Task { [arrival] in
      try await transport(to: server).send(.read()) { _ in arrival.yield() }
    }
    await arrived.next()

    let time = Task { await clock.run() }

    await #expect(throws: TransportError.timedOut) { try await sending.value }
    time.cancel()
  }

  @Test
  func `A silence is measured from the last byte and ends the exchange exactly at the timeout`()
    async throws
  {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("slow", at: next)
    var arrived = arrivals.makeAsyncIterator()
    let sending = Task { [arrival] in
      try await transport(to: server).send(.read()) { _ in arrival.yield() }
    }

    #expect(await clock.sleepBegan() == .milliseconds(1000))
    clock.advance(by: .milliseconds(900))
    next.signal()
    await arrived.next()
    clock.advance(by: .milliseconds(100))
    #expect(await clock.sleepBegan() == .milliseconds(1900))
    clock.advance(by: .milliseconds(900))

    await #expect(throws: TransportError.timedOut) { try await sending.value }
    #expect(clock.now.sinceStart == .milliseconds(1900))
    for _ in "low" { next.signal() }
  }

  @Test func `A response that arrives while the app is suspended is received`() async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("x", at: next)
    let sending = Task { try await transport(to: server).send(.read()) }

    #expect(await clock.sleepBegan() == .seconds(1))
    clock.advance(by: .seconds(60))
    #expect(await clock.sleepBegan() == .seconds(61))
    next.signal()

    #expect(try await sending.value.body == Data("x".utf8))
  }

  @Test func `A sleep that ends less than a second late is no suspension`() async throws {
    // The head of a response that arrived after the sleep would begin another one.
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.waitForClosing()
    }
    let sending = Task { try await transport(to: server).send(.read()) }

    #expect(await clock.sleepBegan() == .seconds(1))
    clock.advance(by: .milliseconds(1999))

    await #expect(throws: TransportError.timedOut) { try await sending.value }
  }

  @Test func `A sleep that ends a second late is a suspension`() async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("x", at: next)
    let sending = Task { try await transport(to: server).send(.read()) }

    #expect(await clock.sleepBegan() == .seconds(1))
    clock.advance(by: .seconds(2))
    #expect(await clock.sleepBegan() == .seconds(3))
    next.signal()

    #expect(try await sending.value.body == Data("x".utf8))
  }

  @Test func `A silence after a suspension of the app times out`() async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("x", at: next)
    let transport = NetworkingFactory.makeTransport(
      server: server.url, timeout: .seconds(2), totalTimeout: .seconds(3), clock: clock)
    let sending = Task { try await transport.send(.read()) }

    #expect(await clock.sleepBegan() == .seconds(2))
    clock.advance(by: .seconds(60))
    // The suspension lasted 58 of the 60 seconds.
    #expect(await clock.sleepBegan() == .seconds(61))
    clock.advance(by: .seconds(1))

    await #expect(throws: TransportError.timedOut) { try await sending.value }
    next.signal()
  }

  @Test func `A slow response with a byte in each period does not time out`() async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("slow!", at: next)
    var arrived = arrivals.makeAsyncIterator()
    let sending = Task { [arrival] in
      try await transport(to: server).send(.read()) { _ in arrival.yield() }
    }

    for _ in "slow!" {
      let end = try #require(await clock.sleepBegan())
      clock.advance(by: end - .milliseconds(100) - clock.now.sinceStart)
      next.signal()
      await arrived.next()
      clock.advance(by: .milliseconds(100))
    }

    #expect(try await sending.value.body == Data("slow!".utf8))
  }

  @Test func `A slow body times out after the total timeout`() async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("endless", at: next)
    var arrived = arrivals.makeAsyncIterator()
    let transport = NetworkingFactory.makeTransport(
      server: server.url, timeout: .seconds(1), totalTimeout: .milliseconds(2500), clock: clock)
    let sending = Task { [arrival] in
      try await transport.send(.read()) { _ in arrival.yield() }
    }

    for end in [1000, 1900, 2500] {
      #expect(await clock.sleepBegan() == .milliseconds(end))
      clock.advance(by: .milliseconds(end - 100) - clock.now.sinceStart)
      next.signal()
      await arrived.next()
      clock.advance(by: .milliseconds(100))
    }

    await #expect(throws: TransportError.timedOut) { try await sending.value }
    for _ in "less" { next.signal() }
  }

  @Test func `The head of a response ends a silence`() throws {
    let url = try #require(URL(string: "http://a.example"))
    var exchange = Exchange(
      .read(), Stopwatch(clock), progress: { _ in }, finish: { _ in })
    clock.advance(by: .milliseconds(900))

    exchange.receive(
      URLResponse(
        url: url, mimeType: nil, expectedContentLength: 9, textEncodingName: nil))

    #expect(exchange.lastActivity == .milliseconds(900))
  }

  @Test func `Bytes of a request that are sent end a silence`() async throws {
    let server = try ScriptedServer { $0.waitForClosing() }
    let delegate = ExchangeDelegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: URLRequest(url: server.url))
    delegate.start(
      Exchange(
        .read(), Stopwatch(clock), progress: { _ in }, finish: { [arrival] _ in arrival.yield() }),
      as: task)
    clock.advance(by: .milliseconds(900))

    delegate.urlSession(
      session, task: task, didSendBodyData: 1, totalBytesSent: 1, totalBytesExpectedToSend: 2)

    #expect(delegate.lastActivity(of: task) == .milliseconds(900))
    // A session that is invalidated before its tasks have ended crashes FoundationNetworking.
    delegate.cancel(task)
    for await _ in arrivals { break }
    session.finishTasksAndInvalidate()
  }

  /// Returns a server that sends one character of the body for each signal.
  private func trickle(_ text: String, at next: DispatchSemaphore) throws -> ScriptedServer {
    try ScriptedServer { connection in
      _ = connection.readHead()
      connection.write(
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n")
      for letter in text {
        next.wait()
        connection.write("\(letter)")
      }
    }
  }

  @Test func `A change that times out may have been applied`() async throws {
    let server = try ScriptedServer { [arrival] connection in
      _ = connection.readHead()
      _ = connection.readBody(2)
      arrival.yield()
      connection.waitForClosing()
    }
    var arrived = arrivals.makeAsyncIterator()
    let request = HTTPRequest(.put(try .json([Int]())), "/v1/cart", in: .almaty)
    let sending = Task { await transport(to: server).answer(to: request) }
    await arrived.next()

    let time = Task { await clock.run() }

    #expect(await sending.value == .outcomeUnknown(.timedOut))
    time.cancel()
  }

  #if os(Linux)
    @Test func `A change without a connection has not been sent`() async throws {
      let deaf = try DeafServer()
      let transport = NetworkingFactory.makeTransport(server: deaf.url, clock: clock)
      let request = HTTPRequest(.put(try .json([Int]())), "/v1/cart", in: .almaty)
      let sending = Task { await transport.answer(to: request) }

      let time = Task { await clock.run() }

      #expect(await sending.value == .notSent)
      time.cancel()
      withExtendedLifetime(deaf) {}
    }
  #endif
}
