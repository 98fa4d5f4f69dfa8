import Foundation
import NetworkingTestSupport
import Sandbox
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct SilenceTests {
  private let clock = PausedClock()
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init() { (arrivals, arrival) = AsyncStream.makeStream() }

  private func transport(to server: ScriptedServer) -> any Transport {
    URLSessionTransport(server: server.url, timeout: .seconds(1), clock: clock)
  }

  static let change = HTTPRequest(
    .put(HTTPRequest.Body(Data("[]".utf8), .json)), "/v1/cart", in: .almaty)

  @Test(
    arguments: [
      (.read(), ""), (change, ""),
      (.read(), "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"),
    ] as [(HTTPRequest, String)])
  func `A silence times out, closes the connection and leaves the outcome unknown`(
    _ request: HTTPRequest, _ words: String
  ) async throws {
    let server = try ScriptedServer.answering { [arrival] connection in
      if case .put = request.method { _ = connection.readBody(2) }
      connection.write(words)
      arrival.yield()
      connection.waitForClosing()
      arrival.yield()
    }
    var arrived = arrivals.makeAsyncIterator()
    let sending = Task { await transport(to: server).answer(to: request) }
    await arrived.next()

    let time = Task { await clock.run() }

    #expect(await sending.value == .outcomeUnknown(.timedOut))
    time.cancel()
    await arrived.next()
  }

  @Test(arguments: [(10_000, [1000, 1900]), (2500, [1000, 1900, 2500])])
  func `A silence is measured from the last byte, and a slow body ends at the total timeout`(
    total: Int, ends: [Int]
  ) async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("endless", at: next)
    let transport = URLSessionTransport(
      server: server.url, timeout: .seconds(1), totalTimeout: .milliseconds(total), clock: clock)
    var arrived = arrivals.makeAsyncIterator()
    let sending = Task { [arrival] in
      try await transport.send(.read()) { _ in arrival.yield() }
    }

    for end in ends.dropLast() {
      #expect(await clock.sleepBegan() == .milliseconds(end))
      clock.advance(by: .milliseconds(end - 100) - clock.now.sinceStart)
      next.signal()
      await arrived.next()
      clock.advance(by: .milliseconds(100))
    }
    let end = try #require(ends.last)
    #expect(await clock.sleepBegan() == .milliseconds(end))
    clock.advance(by: .milliseconds(end) - clock.now.sinceStart)

    await #expect(throws: TransportError.timedOut) { try await sending.value }
    #expect(clock.now.sinceStart == .milliseconds(end))
    for _ in "endless" { next.signal() }
  }

  @Test func `A sleep that ends less than a second late is no suspension`() async throws {
    // The head of a response that arrived after the sleep would begin another one.
    let server = try ScriptedServer.answering { $0.waitForClosing() }
    let sending = Task { try await transport(to: server).send(.read()) }

    #expect(await clock.sleepBegan() == .seconds(1))
    clock.advance(by: .milliseconds(1999))

    await #expect(throws: TransportError.timedOut) { try await sending.value }
  }

  @Test(arguments: [2, 60])
  func `A sleep that ends a second late is a suspension, after which the response may arrive`(
    _ seconds: Int
  ) async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("x", at: next)
    let sending = Task { try await transport(to: server).send(.read()) }

    #expect(await clock.sleepBegan() == .seconds(1))
    clock.advance(by: .seconds(seconds))
    #expect(await clock.sleepBegan() == .seconds(seconds + 1))
    next.signal()

    #expect(try await sending.value.body == Data("x".utf8))
  }

  @Test func `A silence after a suspension of the app times out`() async throws {
    let next = DispatchSemaphore(value: 0)
    let server = try trickle("x", at: next)
    let transport = URLSessionTransport(
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

  @Test func `The head of a response ends a silence`() throws {
    let url = try #require(URL(string: "http://a.example"))
    var exchange = Exchange(
      request: .read(), stopwatch: Stopwatch(clock), progress: { _ in }, finish: { _ in })
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
        request: .read(), stopwatch: Stopwatch(clock), progress: { _ in },
        finish: { [arrival] _ in arrival.yield() }),
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

  #if os(Linux)
    @Test func `A change without a connection has not been sent`() async throws {
      let deaf = try DeafServer()
      let transport = URLSessionTransport(server: deaf.url, clock: clock)
      let sending = Task { await transport.answer(to: Self.change) }

      let time = Task { await clock.run() }

      #expect(await sending.value == .notSent)
      time.cancel()
      withExtendedLifetime(deaf) {}
    }
  #endif

  /// Returns a server that sends one character of the body for each signal.
  private func trickle(_ text: String, at next: DispatchSemaphore) throws -> ScriptedServer {
    try ScriptedServer.answering { connection in
      connection.write(
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n")
      for letter in text {
        next.wait()
        connection.write("\(letter)")
      }
    }
  }
}
