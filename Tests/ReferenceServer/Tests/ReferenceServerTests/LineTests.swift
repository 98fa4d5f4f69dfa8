import OpenAPIChecker
import Testing

@Suite("Lines")
struct LineTests {
  @Test func `Each change makes a new version, and the lines are as they were after the last`()
    async throws
  {
    try await withServer { client in
      let made = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      #expect(made.status == 201)
      let line = try made.json(as: Line.self)
      #expect(line == Line(id: line.id, quantity: 2, version: 1))
      let other = try await client.change("POST", "/v1/lines", key: "b", quantity: 1).json(
        as: Line.self)
      let path = "/v1/lines/\(line.id)"
      let put = try await client.change("PUT", path, key: "c", quantity: 5)
      #expect(put.headers["etag"] == "\"3\"")
      #expect(
        try await snapshot(client)
          == Snapshot(
            version: 3, lines: [Line(id: line.id, quantity: 5, version: 3), other]))
      let removed = try await client.change("DELETE", path, key: "d")
      #expect(try removed.json(as: Line.self) == Line(id: line.id, quantity: 0, version: 4))
      #expect(try await snapshot(client) == Snapshot(version: 4, lines: [other]))
      #expect(try await client.change("DELETE", path, key: "e").status == 404)
      #expect(try await client.change("PUT", path, key: "f", quantity: 1).status == 404)
      #expect(try await client.applied().map(\.key) == ["a", "b", "c", "d"])
    }
  }

  @Test func `The same key brings the same answer and no second change`() async throws {
    try await withServer { client in
      let first = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      _ = try await client.change("PUT", "/v1/lines/line-1", key: "b", quantity: 3)
      let second = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      #expect(second.status == first.status)
      #expect(second.body == first.body)
      #expect(second.headers["etag"] == first.headers["etag"])
      #expect(try await client.applied().map(\.key) == ["a", "b"])
    }
  }

  @Test func `A refusal is kept under its key too`() async throws {
    try await withServer { client in
      _ = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      let old = ["If-Match": "\"7\""]
      let path = "/v1/lines/line-1"
      #expect(try await client.change("PUT", path, key: "b", quantity: 3, old).status == 412)
      #expect(try await client.change("PUT", path, key: "b", quantity: 3).status == 412)
      #expect(try await client.change("PUT", path, key: "c", quantity: 3).status == 200)
    }
  }

  @Test
  func `The same key for another request is refused, and the first keeps its answer`() async throws
  {
    try await withServer { client in
      _ = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      #expect(try await client.change("POST", "/v1/lines", key: "a", quantity: 3).status == 422)
      let path = "/v1/lines/line-1"
      #expect(try await client.change("PUT", path, key: "a", quantity: 2).status == 422)
      #expect(try await client.change("DELETE", path, key: "a").status == 422)
      #expect(try await client.change("POST", "/v1/lines", key: "a", quantity: 2).status == 201)
      #expect(try await client.applied().count == 1)
    }
  }

  @Test
  func `While the first attempt is at work, a second is told to come back, and changes nothing`()
    async throws
  {
    try await withServer { client in
      let (first, second) = try await client.changeTwiceAtOnce("POST", "/v1/lines", key: "a")
      #expect([first.status, second.status] == [201, 409])
      #expect(second.headers["retry-after"] == "1")
      let third = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      #expect(third.body == first.body)
      #expect(try await client.applied().count == 1)
    }
  }

  @Test
  func `A change for another version is not made, and brings the line as it is`() async throws {
    try await withServer { client in
      _ = try await client.change("POST", "/v1/lines", key: "a", quantity: 2)
      _ = try await client.change("PUT", "/v1/lines/line-1", key: "b", quantity: 3)
      for method in ["PUT", "DELETE"] {
        let answer = try await client.change(
          method, "/v1/lines/line-1", key: method, quantity: 4, ["If-Match": "\"1\""])
        #expect(answer.status == 412)
        #expect(answer.headers["etag"] == "\"2\"")
        let conflict = try answer.json(as: Conflict.self)
        #expect(conflict.line == Line(id: "line-1", quantity: 3, version: 2))
      }
      let rebased = try await client.change(
        "PUT", "/v1/lines/line-1", key: "c", quantity: 4, ["If-Match": "\"2\""])
      #expect(rebased.status == 200)
    }
  }

  @Test(arguments: [nil, "a", "\"\"", "\""])
  func `A change without a key, or with one that is no string of RFC 8941, is not understood`(
    _ key: String?
  ) async throws {
    try await withServer { client in
      let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
      let answer = try await client.send("POST", "/v1/lines", headers, body: "{\"quantity\":1}")
      #expect(answer.status == 400)
      #expect(try await client.applied() == [])
    }
  }

  @Test(arguments: [0, 100, nil])
  func `A quantity that cannot be had is refused`(_ quantity: Int?) async throws {
    try await withServer { client in
      let answer = try await client.change("POST", "/v1/lines", key: "a", quantity: quantity)
      #expect(answer.status == 422)
      #expect(try await client.applied() == [])
    }
  }

  private func snapshot(_ client: Client) async throws -> Snapshot {
    try await client.send("GET", "/v1/lines").json(as: Snapshot.self)
  }

  private struct Snapshot: Decodable, Equatable {
    let version: Int
    let lines: [Line]
  }

  private struct Conflict: Decodable {
    let line: Line
  }
}
