import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite("Response headers", .serialized)
struct AnsweredExchangeTests {
  @Test func `A conditional request confirms a stored value`() async throws {
    let server = try ScriptedServer { connection in
      if connection.readHead().contains("\r\nIf-None-Match: \"5\"\r\n") {
        connection.write("HTTP/1.1 304 Not Modified\r\nETag: \"5\"\r\nConnection: close\r\n\r\n")
      } else {
        connection.answer(Data("[]".utf8), headers: "ETag: \"5\"\r\n")
      }
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    let first = try await transport.send(.read())
    let etag = try #require(first.etag)
    let second = await transport.answer(to: .read(ifChangedSince: etag))

    #expect(
      first == HTTPResponse(status: 200, body: Data("[]".utf8), etag: ETag(rawValue: #""5""#)))
    #expect(second == .notModified(etag))
  }

  @Test(arguments: [("ETag", "Retry-After"), ("etag", "retry-after"), ("ETAG", "RETRY-AFTER")])
  func `The case of header names is ignored`(_ etag: String, _ retryAfter: String) async throws {
    let response = try await answer("503 Busy", "\(etag): W/\"5\"\r\n\(retryAfter): 7\r\n")

    #expect(
      response
        == HTTPResponse(
          status: 503, body: Data(), etag: ETag(rawValue: #"W/"5""#), retryAfter: .seconds(7)))
  }

  @Test func `A date in Retry-After is relative to the date of the response`() async throws {
    let response = try await answer(
      "429 Too Many",
      "Retry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n")

    #expect(response.retryAfter == .seconds(60))
  }

  @Test func `A validator that cannot be sent back is nil`() async throws {
    #expect(try await answer("200 OK", "ETag: 5\r\n").etag == nil)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect is returned and not followed`(_ status: Int) async throws {
    let strangers = Mutex(0)
    let stranger = try ScriptedServer { connection in
      strangers.withLock { $0 += 1 }
      connection.answer()
    }
    let body = HTTPRequest.Body(Data("{}".utf8), .json)

    for method in [.get, .post(body), .delete] as [HTTPRequest.Method] {
      let server = try ScriptedServer { connection in
        _ = connection.readHead()
        connection.answer(status: "\(status) Elsewhere", headers: "Location: \(stranger.url)\r\n")
      }
      let transport = NetworkingFactory.makeTransport(server: server.url)
      #expect(try await transport.send(HTTPRequest(method, "/v1", in: .almaty)).status == status)
    }

    #expect(strangers.withLock { $0 } == 0)
  }

  @Test func `A refusal with a body beyond the limit is returned without the body`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.answer(
        Data(repeating: UInt8(ascii: "a"), count: 1000), status: "503 Busy",
        headers: "Retry-After: 7\r\n")
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    let response = try await transport.send(.read(upTo: 999))

    #expect(response == HTTPResponse(status: 503, body: Data(), retryAfter: .seconds(7)))
  }

  @Test(arguments: [
    "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Bearer", "NTLM", "Basic",
  ])
  func `A 401 is returned with its body, whatever challenge it contains`(_ challenge: String)
    async throws
  {
    let problem = HTTPResponse(problem: "signedOut", status: 401)
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.answer(
        problem.body, status: "401 No", headers: "WWW-Authenticate: \(challenge)\r\n")
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    #expect(try await transport.send(.read()) == problem)
    #expect(
      try await transport.send(HTTPRequest(.post(.json([1])), "/v1", in: .almaty)) == problem)
  }

  #if os(Linux)
    @Test func `A response that announces a trailer ends before the platform reads the trailer`()
      async throws
    {
      let ended = DispatchSemaphore(value: 0)
      let server = try ScriptedServer { connection in
        _ = connection.readHead()
        connection.write(
          "HTTP/1.1 200 OK\r\nTrailer: Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n")
        ended.wait()
        connection.write("0\r\nSum: 1\r\n\r\n")
      }
      let transport = NetworkingFactory.makeTransport(server: server.url)

      await #expect(throws: TransportError.failed("the response announces a trailer")) {
        try await transport.send(.read())
      }
      ended.signal()
    }
  #endif

  @Test(arguments: ["9223372036854775000", "4611686018427387904"])
  func `A body with a huge announced length ends the exchange`(_ length: String) async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
      connection.waitForClosing()
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    await #expect(throws: TransportError.tooLarge(limit: 1000)) {
      try await transport.send(.read(upTo: 1000))
    }
  }

  @Test func `A body with an announced length beyond the limit ends the exchange`() async throws {
    let (server, closed) = try ScriptedServer.waitingForClosing { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
    }
    let transport = NetworkingFactory.makeTransport(server: server.url)

    await #expect(throws: TransportError.tooLarge(limit: 1000)) {
      try await transport.send(.read(upTo: 1000))
    }

    await closed()
  }

  private func answer(_ status: String, _ headers: String) async throws -> HTTPResponse {
    let server = try ScriptedServer { connection in
      _ = connection.readHead()
      connection.answer(status: status, headers: headers)
    }
    return try await NetworkingFactory.makeTransport(server: server.url).send(.read())
  }
}
