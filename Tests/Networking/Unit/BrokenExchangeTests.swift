import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite struct BrokenExchangeTests {
  private let request = HTTPRequest.read()

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nonly this",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nonly\r\n", "",
    "220 mail.example ready\r\n",
  ])
  func `A truncated response, or one that is not HTTP, is an error`(_ words: String) async throws {
    let server = try ScriptedServer.answering { $0.write(words) }

    await #expect(throws: TransportError.self) { try await server.send(request) }
  }

  @Test func `An empty body of unknown length is within a limit of zero`() async throws {
    let server = try ScriptedServer.answering { connection in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    }

    #expect(try await server.send(.read("/v1", upTo: 0)).body.isEmpty)
  }

  @Test(arguments: [(200, false), (299, false), (300, true), (404, true)])
  func `A body at the limit is accepted; one more byte is an error of a success only`(
    _ status: Int, isResponse: Bool
  ) async throws {
    let server = try ScriptedServer.answering { connection in
      connection.answer(
        Data(count: 1000), status: "\(status) Status", headers: "Retry-After: 7\r\n")
    }

    #expect(try await server.send(.read("/v1", upTo: 1000)).body.count == 1000)
    if isResponse {
      let response = try await server.send(.read("/v1", upTo: 999))
      #expect(response == HTTPResponse(status: status, body: Data(), retryAfter: .seconds(7)))
    } else {
      await #expect(throws: TransportError.tooLarge(limit: 999)) {
        try await server.send(.read("/v1", upTo: 999))
      }
    }
  }

  @Test func `A body beyond the limit ends the exchange and closes the connection`() async throws {
    let (server, closed) = try ScriptedServer.waitingForClosing { connection in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      // The rest never arrives: a platform that is sent more would read everything available.
      connection.write("20000\r\n" + String(repeating: "a", count: 1 << 17))
    }
    let steps = Mutex<[Int]>([])

    await #expect(throws: TransportError.tooLarge(limit: 1 << 16)) {
      try await server.send(.read("/v1", upTo: 1 << 16)) { step in
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
    let sending = Task { try await server.send(request) }
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

    // Repeated, because the platform's own handling of a cancellation races with the start.
    for _ in 0..<100 {
      let (gate, opening) = AsyncStream<Never>.makeStream()
      let sending = Task {
        var waiting = gate.makeAsyncIterator()
        _ = await waiting.next()
        return try await server.send(request)
      }
      sending.cancel()
      opening.finish()

      await #expect(throws: TransportError.cancelled) { try await sending.value }
    }

    #expect(requests.withLock { $0 } == 0)
  }

  @Test func `A request that is canceled at any moment ends`() async throws {
    let server = try ScriptedServer.answering { $0.answer() }

    for _ in 0..<50 {
      let sending = Task { try await server.send(request) }
      sending.cancel()

      switch await sending.result {
      case .success(let response): #expect(response.status == 200)
      case .failure(let error): #expect(error as? TransportError == .cancelled)
      }
    }
  }

  @Test func `A failed request does not affect the others`() async throws {
    let server = try ScriptedServer { connection in
      let target = connection.readTarget()
      if target == "/good" { connection.answer(Data("good".utf8)) }
    }

    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          let answer = await server.answer(to: .read(number < 10 ? "/good" : "/bad"))
          #expect("\(answer)".hasPrefix("success") == (number < 10))
        }
      }
    }
  }
}
