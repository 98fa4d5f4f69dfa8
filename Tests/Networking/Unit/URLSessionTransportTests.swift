import Foundation
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLSessionTransportTests {
  @Test func `The path and the query arrive unchanged`() async throws {
    let target = Mutex("")
    // An unescaped line break would begin a header.
    let query = ["name": "A&B=C d+e;f%3B", "city": "Алматы", "empty": "", "\r\n": "\r\n"]

    let server = try ScriptedServer { connection in
      target.withLock { $0 = connection.readTarget() }
      connection.answer()
    }
    _ = try await server.send(.withoutCity(.get, "/v1/a\r\n b/ё?#%", query: query))

    #expect(
      target.withLock { $0 } == "/v1/a%0D%0A%20b/%D1%91%3F%23%25?%0D%0A=%0D%0A"
        + "&city=%D0%90%D0%BB%D0%BC%D0%B0%D1%82%D1%8B&empty=&name=A%26B%3DC%20d%2Be%3Bf%253B")
  }

  @Test(arguments: [
    ("http://a.example", "http://a.example/v1?a=b%20c"),
    ("http://a.example/api", "http://a.example/api/v1?a=b%20c"),
    ("http://a.example/api/", "http://a.example/api/v1?a=b%20c"),
    ("http://[2001:db8::1]:8080/api", "http://[2001:db8::1]:8080/api/v1?a=b%20c"),
    ("http://a.example/api?key=1%202&x=", "http://a.example/api/v1?key=1%202&x=&a=b%20c"),
    // Relative to http://a.example.
    ("api", "http://a.example/api/v1?a=b%20c"),
  ])
  func `The path is appended to the server's, which may be relative to a base`(
    _ server: String, url: String
  ) throws {
    let base = try #require(URL(string: "http://a.example"))
    let server = try #require(URL(string: server, relativeTo: base))

    let request = URLRequest(.withoutCity(.get, "/v1", query: ["a": "b c"]), to: server)

    #expect(request.url?.absoluteString == url)
    #expect(URLRequest(.read("/v1"), to: server).url?.query() == server.query())
  }

  @Test func `Progress increases up to the complete body`() async throws {
    let body = Data(repeating: UInt8(ascii: "a"), count: 300_000)
    let steps = Mutex<[TransferProgress]>([])

    let server = try ScriptedServer.answering { $0.answer(body) }
    _ = try await server.send(.read()) { step in steps.withLock { $0.append(step) } }

    let received = steps.withLock { $0.map(\.received) }
    #expect(received.last == body.count)
    #expect(received == received.sorted())
    #expect(steps.withLock { $0.allSatisfy { $0.expected == body.count } })
  }

  @Test
  func `A compressed body is decoded, and the limit applies to the decoded bytes`() async throws {
    // Output of `gzip -9n` for 100,000 letters a.
    let packed = try #require(Data(base64Encoded: Self.gzip))
    let server = try ScriptedServer.answering {
      $0.answer(packed, headers: "Content-Encoding: gzip\r\n")
    }

    let response = try await server.send(.read())

    #expect(response.body == Data(repeating: UInt8(ascii: "a"), count: 100_000))
    await #expect(throws: TransportError.tooLarge(limit: 50_000)) {
      try await server.send(.read("/v1", upTo: 50_000))
    }
  }

  private static let gzip = """
    H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYB\
    AA==
    """
}
