import Foundation
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The transport over URLSession", .serialized)
struct URLSessionTransportTests {
  private func send(
    _ request: HTTPRequest = .read(),
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
    to script: @escaping @Sendable (Connection) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let server: ScriptedServer
    do { server = try ScriptedServer(script) } catch { throw .failed("no server: \(error)") }
    let transport = NetworkingFactory.makeTransport(server: server.url)
    let response = try await transport.send(request, progress: progress)
    withExtendedLifetime(server) {}
    return response
  }

  @Test(arguments: [("200 OK", 200), ("404 Not Found", 404), ("503 Service Unavailable", 503)])
  func `A response has its status and its complete body, for every status`(
    _ line: String, status: Int
  ) async throws {
    let response = try await send { connection in
      _ = connection.readHead()
      connection.answer(Data("body".utf8), status: line)
    }

    #expect(response == HTTPResponse(status: status, body: Data("body".utf8)))
  }

  @Test func `A response without a body is a response`() async throws {
    let response = try await send { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    }

    #expect(response == HTTPResponse(status: 204, body: Data()))
  }

  @Test func `The chunks of a body are joined`() async throws {
    let response = try await send { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      connection.write("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
    }

    #expect(response.body == Data("abcdefg".utf8))
  }

  @Test func `The path and the query arrive unchanged`() async throws {
    let target = Mutex("")
    let query = ["name": "A&B=C d+e", "city": "Алматы", "empty": ""]

    _ = try await send(.withoutCity(.get, "/v1/a b/ё?#%", query: query)) { connection in
      target.withLock { $0 = connection.readTarget() }
      connection.answer()
    }

    #expect(
      target.withLock { $0 } == "/v1/a%20b/%D1%91%3F%23%25"
        + "?city=%D0%90%D0%BB%D0%BC%D0%B0%D1%82%D1%8B&empty=&name=A%26B%3DC%20d%2Be")
  }

  @Test func `A line break in a path or a query is escaped`() async throws {
    let (heads, head) = AsyncStream<String>.makeStream()
    let hostile = "a HTTP/1.1\r\nCookie: b"

    _ = try await send(.withoutCity(.get, "/\(hostile)", query: [hostile: hostile])) { connection in
      head.yield(connection.readHead())
      connection.answer()
    }

    var arrived = heads.makeAsyncIterator()
    #expect(await arrived.next()?.contains("\r\nCookie") == false)
  }

  @Test(arguments: ["", "/"])
  func `The path is appended to the server's path, with or without a slash`(_ end: String)
    async throws
  {
    let target = Mutex("")
    let server = try ScriptedServer { connection in
      target.withLock { $0 = connection.readTarget() }
      connection.answer()
    }
    let base = try #require(URL(string: "\(server.url)/api\(end)"))

    _ = try await NetworkingFactory.makeTransport(server: base).send(.read("/v1/cities"))

    #expect(target.withLock { $0 } == "/api/v1/cities")
  }

  @Test func `A server can have an IPv6 address, with and without a path and a query`() throws {
    let server = try #require(URL(string: "http://[2001:db8::1]:8080/api"))

    let plain = URLRequest(.read("/v1/cities"), to: server)
    let query = URLRequest(.withoutCity(.get, "/v1", query: ["a": "b c"]), to: server)

    #expect(plain.url?.absoluteString == "http://[2001:db8::1]:8080/api/v1/cities")
    #expect(query.url?.absoluteString == "http://[2001:db8::1]:8080/api/v1?a=b%20c")
  }

  @Test func `A server can be relative to a base`() throws {
    let base = try #require(URL(string: "http://a.example"))
    let server = try #require(URL(string: "api", relativeTo: base))

    let request = URLRequest(.withoutCity(.get, "/v1", query: ["a": "b"]), to: server)

    #expect(request.url?.absoluteString == "http://a.example/api/v1?a=b")
  }

  @Test func `Progress increases up to the complete body`() async throws {
    let body = Data(repeating: UInt8(ascii: "a"), count: 300_000)
    let steps = Mutex<[TransferProgress]>([])

    _ = try await send(
      progress: { step in steps.withLock { $0.append(step) } },
      to: { connection in
        _ = connection.readHead()
        connection.answer(body)
      })

    let received = steps.withLock { $0.map(\.received) }
    #expect(received.last == body.count)
    #expect(received == received.sorted())
    #expect(steps.withLock { $0.allSatisfy { $0.expected == body.count } })
  }

  @Test func `Progress is reported before the complete body has arrived`() async throws {
    let firstPart = DispatchSemaphore(value: 0)

    let response = try await send(
      progress: { step in if step.received == 4 { firstPart.signal() } },
      to: { connection in
        _ = connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\nbody")
        firstPart.wait()
        connection.write("body")
      })

    #expect(response.body == Data("bodybody".utf8))
  }

  @Test
  func `A compressed body is decoded, and the limit applies to the decoded bytes`() async throws {
    // Output of `gzip -9n` for 100,000 letters a.
    let packed = try #require(Data(base64Encoded: Self.gzip))
    let answer: @Sendable (Connection) -> Void = { connection in
      _ = connection.readHead()
      connection.answer(packed, headers: "Content-Encoding: gzip\r\n")
    }

    let response = try await send(to: answer)

    #expect(response.body == Data(repeating: UInt8(ascii: "a"), count: 100_000))
    await #expect(throws: TransportError.tooLarge(limit: 50_000)) {
      try await send(.read("/v1", upTo: 50_000), to: answer)
    }
  }

  private static let gzip = """
    H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYB\
    AA==
    """
}
