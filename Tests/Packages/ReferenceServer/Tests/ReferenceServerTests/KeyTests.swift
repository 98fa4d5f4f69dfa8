import Foundation
import Testing

@Suite("Idempotency keys")
struct KeyTests {
  @Test func `A repeated key gets the first response and changes nothing`() async throws {
    try await withServer { client in
      let first = try await client.add("tea", key: "a")
      #expect(first.headers["etag"] == "\"2\"")
      try await client.play(#"200 PUT /v1/favorites/tea b {"remove":{}}"#)
      let second = try await client.add("tea", key: "a")
      #expect(second.status == first.status && second.body == first.body)
      #expect(second.headers["etag"] == first.headers["etag"])
      #expect(try await client.applied().map(\.key) == ["a", "b"])
    }
  }

  @Test func `A key of another request is refused, and the first request keeps its response`()
    async throws
  {
    try await withServer { client in
      for product in ["tea", "ghost"] {
        let first = try await client.add(product, key: product)
        #expect(first.status == (product == "tea" ? 200 : 404))
        try await client.play(
          """
          422 PUT /v1/favorites/\(product) \(product) {"remove":{}}
          422 PUT /v1/favorites/cola \(product) {"add":{}}
          """)
        #expect(try await client.add(product, key: product).body == first.body)
      }
      #expect(try await client.applied().map(\.product) == ["tea"])
    }
  }

  @Test
  func `A repetition during the first attempt is told to come back, and changes nothing`()
    async throws
  {
    try await withServer { client in
      let (first, second) = try await client.changeTwiceAtOnce(
        "PUT", "/v1/favorites/tea", key: "a", #"{"add":{}}"#)
      #expect(first.status == 200 && second.status == 409)
      #expect(second.headers["retry-after"] == "1")
      #expect(try await client.add("tea", key: "a").body == first.body)
      #expect(try await client.applied().count == 1)
    }
  }

  @Test(arguments: [nil, "a", "\"\"", "\""])
  func `A change needs a key that is a string of RFC 8941`(_ key: String?) async throws {
    try await withServer { client in
      let headers = Client.city.merging(key.map { ["Idempotency-Key": $0] } ?? [:]) { $1 }
      let answer = try await client.send(
        "PUT", "/v1/favorites/tea", headers, body: Data(#"{"add":{}}"#.utf8))
      #expect(answer.status == 400)
      #expect(try await client.applied() == [])
    }
  }
}
