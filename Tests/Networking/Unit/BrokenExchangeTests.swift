import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite("Exchanges that fail", .serialized)
struct BrokenExchangeTests {
  private let request = HTTPRequest.read()

  @Test func `A refused connection is offline`() async throws {
    let nobody = try ScriptedServer()
    let transport = NetworkingFactory.makeTransport(server: nobody.url)

    await #expect(throws: TransportError.offline) { try await transport.send(request) }
    withExtendedLifetime(nobody) {}
  }

  @Test(arguments: [
    "Content-Length: 100\r\n\r\nonly this",
    "Transfer-Encoding: chunked\r\n\r\n64\r\nonly this",
    "Transfer-Encoding: chunked\r\n\r\n4\r\nonly\r\n",
  ])
  func `A truncated body is not a response`(_ rest: String) async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\n\(rest)")
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    await #expect(throws: TransportError.self) { try await transport.send(request) }
  }

  @Test func `A connection without an HTTP response is an error`() async throws {
    for words in ["", "220 mail.example ready\r\n"] {
      let server = try ScriptedServer { connection in
        _ = connection.readHead()
        connection.write(words)
      }
      let transport = NetworkingFactory.makeTransport(server: server.url)

      await #expect(throws: TransportError.self) { try await transport.send(request) }
    }
  }

  @Test func `A body at the limit is accepted, and one more byte is too large`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.answer(Data(repeating: UInt8(ascii: "a"), count: 1000))
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    #expect(try await transport.send(.read("/v1", upTo: 1000)).body.count == 1000)
    await #expect(throws: TransportError.tooLarge(limit: 999)) {
      try await transport.send(.read("/v1", upTo: 999))
    }
  }

  @Test func `An empty body of unknown length is within a limit of zero`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    #expect(try await transport.send(.read("/v1", upTo: 0)).body.isEmpty)
  }

  @Test(arguments: [(200, false), (299, false), (300, true), (404, true)])
  func `A body beyond the limit is an error of a success only`(_ status: Int, isResponse: Bool)
    async throws
  {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.answer(Data(count: 1000), status: "\(status) Status")
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    if isResponse {
      let response = try await transport.send(.read("/v1", upTo: 999))
      #expect(response == HTTPResponse(status: status, body: Data()))
    } else {
      await #expect(throws: TransportError.tooLarge(limit: 999)) {
        try await transport.send(.read("/v1", upTo: 999))
      }
    }
  }

  @Test func `A body beyond the limit ends the exchange and closes the connection`() async throws {
    let (server, closed) = try ScriptedServer.waitingForClosing { connection in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      // The rest never arrives: a platform that is sent more would read everything available.
      connection.write("20000\r\n" + String(repeating: "a", count: 1 << 17))
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)
    let steps = Mutex<[Int]>([])

    await #expect(throws: TransportError.tooLarge(limit: 1 << 16)) {
      try await transport.send(.read("/v1", upTo: 1 << 16)) { step in
        steps.withLock { $0.append(step.received) }
      }
    }

    #expect(steps.withLock { $0.allSatisfy { $0 <= 1 << 16 } })
    await closed()
  }

  @Test func `Canceling a waiting request closes the connection`() async throws {
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let (server, closed) = try ScriptedServer.waitingForClosing { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
      arrival.yield()
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)
    let sending = Task { try await transport.send(request) }
    var arrived = arrivals.makeAsyncIterator()
    await arrived.next()

    sending.cancel()

    await #expect(throws: TransportError.cancelled) { try await sending.value }
    await closed()
  }

  @Test func `A request in a canceled task is not sent`() async throws {
    let requests = Mutex(0)
    let server = try ScriptedServer { connection in
      requests.withLock { $0 += 1 }
      _ = connection.readHead()
      connection.answer()
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    // Repeated, because the platform's own handling of a cancellation races with the start.
    for _ in 0..<500 {
      let (gate, opening) = AsyncStream<Never>.makeStream()
      let sending = Task {
        var waiting = gate.makeAsyncIterator()
        _ = await waiting.next()
        return try await transport.send(request)
      }
      sending.cancel()
      opening.finish()

      await #expect(throws: TransportError.cancelled) { try await sending.value }
    }

    #expect(requests.withLock { $0 } == 0)
  }

  @Test func `A request that is canceled at any moment ends`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.answer()
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    for _ in 0..<200 {
      let sending = Task { try await transport.send(request) }
      sending.cancel()

      switch await sending.result {
      case .success(let response): #expect(response.status == 200)
      case .failure(let error): #expect(error as? TransportError == .cancelled)
      }
    }
    withExtendedLifetime(server) {}
  }

  @Test func `A failed request does not affect the others`() async throws {
    let server = try ScriptedServer { connection in
      let target = connection.readTarget()
      if target == "/good" { connection.answer(Data("good".utf8)) }
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          if number.isMultiple(of: 2) {
            let response = try await transport.send(.read("/good"))
            #expect(response.body == Data("good".utf8))
          } else {
            await #expect(throws: TransportError.self) {
              try await transport.send(.read("/bad"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
