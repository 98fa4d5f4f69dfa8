import OpenAPIChecker
import Testing

@Suite("Favorites")
struct FavoriteTests {
  @Test func `Each change creates a new revision with its effect`() async throws {
    try await withServer { client in
      let empty = try await client.favorites()
      #expect(empty == Favorites(revision: 1, products: []))
      let added = try await client.edit("tea", key: "a")
      #expect(added.status == 200 && added.headers["etag"] == "\"2\"")
      _ = try await client.edit("cola", key: "b")
      let moved = try await client.edit("cola", .moveToFront, key: "c")
      #expect(
        try moved.json(as: Favorites.self) == Favorites(revision: 4, products: ["cola", "tea"]))
      _ = try await client.edit("tea", .remove, key: "d")
      let left = try await client.favorites()
      #expect(left == Favorites(revision: 5, products: ["cola"]))
      #expect(try await client.applied().map(\.key) == ["a", "b", "c", "d"])
    }
  }

  @Test func `A repeated key gets the first response and changes nothing`() async throws {
    try await withServer { client in
      let first = try await client.edit("tea", key: "a")
      _ = try await client.edit("tea", .remove, key: "b")
      let second = try await client.edit("tea", key: "a")
      #expect(second.status == first.status && second.body == first.body)
      #expect(second.headers["etag"] == first.headers["etag"])
      #expect(try await client.applied().map(\.key) == ["a", "b"])
    }
  }

  @Test func `A refusal is stored under its key too`() async throws {
    try await withServer { client in
      let refused = try await client.edit("ghost", key: "a")
      #expect(refused.status == 404)
      #expect(try await client.edit("tea", key: "a").status == 422)
      #expect(try await client.edit("ghost", key: "a").body == refused.body)
      #expect(try await client.applied() == [])
    }
  }

  @Test func `A key of another request is refused, and the first request keeps its response`()
    async throws
  {
    try await withServer { client in
      let first = try await client.edit("tea", key: "a")
      #expect(first.status == 200)
      #expect(try await client.edit("tea", .remove, key: "a").status == 422)
      #expect(try await client.edit("cola", key: "a").status == 422)
      #expect(try await client.edit("tea", key: "a").body == first.body)
      #expect(try await client.applied().count == 1)
    }
  }

  @Test
  func `A repetition during the first attempt is told to come back, and changes nothing`()
    async throws
  {
    try await withServer { client in
      let (first, second) = try await client.changeTwiceAtOnce(
        "PUT", "/v1/favorites/tea", key: "a", body: FavoriteEdit.add.rawValue)
      #expect([first.status, second.status] == [200, 409])
      #expect(second.headers["retry-after"] == "1")
      let third = try await client.edit("tea", key: "a")
      #expect(third.body == first.body)
      #expect(try await client.applied().count == 1)
    }
  }

  @Test(arguments: [nil, "a", "\"\"", "\""])
  func `A change needs a key that is a string of RFC 8941`(_ key: String?) async throws {
    try await withServer { client in
      let headers = Client.city.merging(key.map { ["Idempotency-Key": $0] } ?? [:]) { $1 }
      let answer = try await client.send(
        "PUT", "/v1/favorites/tea", headers, body: FavoriteEdit.add.rawValue)
      #expect(answer.status == 400)
      #expect(try await client.applied() == [])
    }
  }

  @Test func `A body that is no change is refused`() async throws {
    try await withServer { client in
      let refused = try await client.edit("tea", .invalid, key: "a")
      #expect(refused.status == 400)
      #expect(try await client.applied() == [])
    }
  }
}
