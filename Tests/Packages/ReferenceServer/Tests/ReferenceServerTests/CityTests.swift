import OpenAPIChecker
import Testing

@Suite("Cities")
struct CityTests {
  @Test
  func `The list has the cities of the showcase's sandbox, one revision above the bundled list`()
    async throws
  {
    try await withServer { client in
      let list = try await client.send("GET", "/v1/cities").json(as: List.self)
      #expect(list.revision == 2)
      #expect(list.cities.count == 1000)
    }
  }

  @Test(arguments: [("kk", "kk", "Мәскеу"), ("xx", "ru", "Москва")])
  func `A city is in the language asked for where it has a name in it, else in its own`(
    _ asked: String, _ language: String, _ name: String
  ) async throws {
    try await withServer { client in
      let answer = try await client.send("GET", "/v1/cities/524901?language=\(asked)")
      let city = try answer.json(as: City.self)
      #expect(city == City(id: 524901, revision: 2, language: language, name: name))
    }
  }

  @Test(arguments: ["/v1/cities", "/v1/cities/524901?language=ru"])
  func `A known version is not sent again`(_ path: String) async throws {
    try await withServer { client in
      let tag = try #require(try await client.send("GET", path).headers["etag"])
      for known in [tag, "W/\(tag)", "\"old\", \(tag)", "*"] {
        let answer = try await client.send("GET", path, ["If-None-Match": known])
        #expect(answer.status == 304)
        #expect(answer.headers["etag"] == tag)
      }
      #expect(try await client.send("GET", path, ["If-None-Match": "\"old\""]).status == 200)
    }
  }

  @Test func `A version in one language is none in another`() async throws {
    try await withServer { client in
      let path = "/v1/cities/524901?language="
      let tag = try #require(try await client.send("GET", path + "ru").headers["etag"])
      #expect(try await client.send("GET", path + "kk", ["If-None-Match": tag]).status == 200)
    }
  }

  @Test
  func `A closed city stays in the list, a removed one does not, and either can be opened again`()
    async throws
  {
    try await withServer { client in
      let tag = try #require(try await client.send("GET", "/v1/cities").headers["etag"])
      for (index, (state, status, count)) in [
        ("closed", 503, 1000), ("removed", 404, 999), ("open", 200, 1000),
      ].enumerated() {
        let set = try await client.send(
          "PUT", "/admin/cities/524901", body: "{\"state\":\"\(state)\"}")
        #expect(try set.json(as: [String: Int].self) == ["revision": 3 + index])
        #expect(try await client.send("GET", "/v1/cities/524901").status == status)
        let list = try await client.send("GET", "/v1/cities", ["If-None-Match": tag])
        #expect(try list.json(as: List.self).revision == 3 + index)
        #expect(try list.json(as: List.self).cities.count == count)
      }
      let city = try await client.send("GET", "/v1/cities/524901").json(as: City.self)
      #expect(city.revision == 5)
    }
  }

  private struct List: Decodable {
    let revision: Int
    let cities: [ID]
  }

  private struct ID: Decodable {
    let id: Int
  }

  private struct City: Decodable, Equatable {
    let id: Int
    let revision: Int
    let language: String
    let name: String
  }
}
