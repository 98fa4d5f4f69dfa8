import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite struct AnsweredExchangeTests {
  @Test func `A conditional request confirms a stored value`() async throws {
    let server = try ScriptedServer { connection in
      if connection.readHead().contains("\r\nIf-None-Match: \"5\"\r\n") {
        connection.write("HTTP/1.1 304 Not Modified\r\nETag: \"5\"\r\nConnection: close\r\n\r\n")
      } else {
        connection.answer(Data("[]".utf8), headers: "ETag: \"5\"\r\n")
      }
    }

    let first = try await server.send(.read())
    let etag = try #require(first.etag)
    let second = await server.answer(to: .read(ifChangedSince: etag))

    #expect(
      first == HTTPResponse(status: 200, body: Data("[]".utf8), etag: ETag(rawValue: #""5""#)))
    #expect(second == .notModified(etag))
  }

  @Test(arguments: [
    ("ETag: W/\"5\"\r\nRetry-After: 7", #"W/"5""#, 7),
    ("etag: \"5\"\r\nretry-after: 7", #""5""#, 7),
    ("ETAG: \"5\"\r\nRETRY-AFTER: 7", #""5""#, 7),
    // A date is relative to the date of the response.
    (
      "Retry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT", nil, 60
    ),
    // A validator that cannot be sent back is none.
    ("ETag: 5", nil, nil),
  ])
  func `A response has its validator and its delay, whatever the case of the header's name`(
    _ headers: String, etag: String?, seconds: Int?
  ) async throws {
    let server = try ScriptedServer.answering { connection in
      connection.answer(status: "503 Busy", headers: "\(headers)\r\n")
    }

    #expect(
      try await server.send(.read())
        == HTTPResponse(
          status: 503, body: Data(), etag: etag.flatMap { ETag(rawValue: $0) },
          retryAfter: seconds.map { .seconds($0) }))
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
      let server = try ScriptedServer.answering { connection in
        connection.answer(status: "\(status) Elsewhere", headers: "Location: \(stranger.url)\r\n")
      }
      #expect(try await server.send(HTTPRequest(method, "/v1", in: .almaty)).status == status)
    }

    #expect(strangers.withLock { $0 } == 0)
  }

  @Test(arguments: [
    "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Bearer", "NTLM", "Basic",
  ])
  func `A 401 is returned with its body, whatever challenge it contains`(_ challenge: String)
    async throws
  {
    let problem = HTTPResponse(problem: "signedOut", status: 401)
    let server = try ScriptedServer.answering { connection in
      connection.answer(
        problem.body, status: "401 No", headers: "WWW-Authenticate: \(challenge)\r\n")
    }

    #expect(try await server.send(.read()) == problem)
    #expect(
      try await server.send(HTTPRequest(.post(.json([1])), "/v1", in: .almaty)) == problem)
  }

  #if os(Linux)
    @Test func `A response that announces a trailer ends before the platform reads the trailer`()
      async throws
    {
      let ended = DispatchSemaphore(value: 0)
      let server = try ScriptedServer.answering { connection in
        connection.write(
          "HTTP/1.1 200 OK\r\nTrailer: Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n")
        ended.wait()
        connection.write("0\r\nSum: 1\r\n\r\n")
      }

      await #expect(throws: TransportError.failed("the response announces a trailer")) {
        try await server.send(.read())
      }
      ended.signal()
    }
  #endif

  @Test(arguments: ["1001", "4611686018427387904", "9223372036854775000"])
  func `A body with an announced length beyond the limit ends the exchange`(_ length: String)
    async throws
  {
    let (server, closed) = try ScriptedServer.waitingForClosing { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
    }

    await #expect(throws: TransportError.tooLarge(limit: 1000)) {
      try await server.send(.read(upTo: 1000))
    }

    await closed()
  }
}
