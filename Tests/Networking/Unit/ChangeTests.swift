import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

@Suite struct ChangeTests {
  static let body = HTTPRequest.Body(Data(#"{"count":2}"#.utf8), .json)

  @Test(arguments: [.post(body), .put(body), .patch(body)] as [HTTPRequest.Method])
  func `The method, the headers and the bytes arrive unchanged`(_ method: HTTPRequest.Method)
    async throws
  {
    let (heads, head) = AsyncStream<String>.makeStream()
    let server = try ScriptedServer { connection in
      head.yield(connection.readHead() + String(decoding: connection.readBody(11), as: UTF8.self))
      connection.answer(status: "201 Created", headers: "etag: \"6\"\r\n")
    }
    var request = HTTPRequest(method, "/v1/cart/lines/7", in: .almaty)
    request.ifChangedSince = ETag(rawValue: #""5""#)
    request.idempotencyKey = IdempotencyKey(rawValue: "key-1")
    request.authorization = AccessToken("token-1")

    let answer = await server.answer(to: request)

    #expect(
      answer == .success(HTTPResponse(status: 201, body: Data(), etag: ETag(rawValue: #""6""#))))
    var arrived = heads.makeAsyncIterator()
    let lines = try #require(await arrived.next()).components(separatedBy: "\r\n")
    let name = "\(method)".prefix { $0 != "(" }.uppercased()
    #expect(lines.first == "\(name) /v1/cart/lines/7 HTTP/1.1")
    #expect(lines.last == #"{"count":2}"#)
    for line in [
      "Content-Type: application/json", "Content-Length: 11", #"If-None-Match: "5""#,
      #"Idempotency-Key: "key-1""#, "Country-Code: KZ", "City-Id: 1526384", "Accept-Language: kk",
      "Authorization: Bearer token-1",
    ] {
      #expect(lines.count { $0.caseInsensitiveCompare(line) == .orderedSame } == 1, "\(line)")
    }
  }

  @Test
  func `A removal has no body, and a request without a city has no headers of one`() async throws {
    let (heads, head) = AsyncStream<String>.makeStream()
    let server = try ScriptedServer { connection in
      head.yield(connection.readHead().lowercased())
      connection.answer()
    }
    var arrived = heads.makeAsyncIterator()

    _ = await server.answer(to: HTTPRequest(.delete, "/v1/cart", in: .almaty))
    let removal = try #require(await arrived.next())
    _ = await server.answer(to: .read())
    let read = try #require(await arrived.next())

    #expect(removal.hasPrefix("delete /v1/cart http/1.1\r\n"))
    #expect(!removal.contains("content-type"))
    for name in ["country-code", "city-id", "idempotency-key", "if-"] {
      #expect(!read.contains("\r\n\(name)"), "\(name)")
    }
  }

  @Test func `A photo of 3 MB arrives completely and without delay`() async throws {
    let photo = Data((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    let received = Mutex(Data())
    let server = try ScriptedServer { connection in
      // The request must not wait for `100 Continue`: a server that ignores it costs a second.
      let asks = connection.readHead().lowercased().contains("expect:")
      let body = asks ? Data() : connection.readBody(photo.count)
      received.withLock { $0 = body }
      connection.answer()
    }

    let request = HTTPRequest(.post(.init(photo, .jpeg)), "/v1/photos", in: .almaty)
    #expect(try await server.send(request).status == 200)

    #expect(received.withLock { $0 } == photo)
  }

  @Test func `A refused connection leaves a change with a body unsent`() async throws {
    let nobody = try ScriptedServer()
    for method in [.get, .post(Self.body), .put(Self.body), .patch(Self.body)]
      as [HTTPRequest.Method]
    {
      #expect(await nobody.answer(to: HTTPRequest(method, "/v1", in: .almaty)) == .notSent)
    }
    // A removal may have been sent on an older connection, so its outcome is unknown.
    #expect(
      await nobody.answer(to: HTTPRequest(.delete, "/v1", in: .almaty))
        == .outcomeUnknown(.connectionLost))
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"])
  func `A connection that breaks after the change was sent leaves its outcome unknown`(
    _ words: String
  ) async throws {
    let server = try ScriptedServer.answering { connection in
      _ = connection.readBody(11)
      connection.write(words)
    }
    let request = HTTPRequest(.post(Self.body), "/v1/cart", in: .almaty)

    let answer = await server.answer(to: request)

    #expect("\(answer)".hasPrefix("outcomeUnknown"))
  }

  @Test func `A change that is lost on a reused connection has an unknown outcome`() async throws {
    let (servers, serverMade) = AsyncStream<Void>.makeStream()
    let server = try ScriptedServer.answering { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      serverMade.yield()
      _ = connection.readHead()
      _ = connection.readBody(11)
    }
    #expect(try await server.send(.read()).status == 200)
    var made = servers.makeAsyncIterator()
    await made.next()
    server.stopListening()

    let answer = await server.answer(to: HTTPRequest(.put(Self.body), "/v1/cart", in: .almaty))

    #expect("\(answer)".hasPrefix("outcomeUnknown"))
  }
}
