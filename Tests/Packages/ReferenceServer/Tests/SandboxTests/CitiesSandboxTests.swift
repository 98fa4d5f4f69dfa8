import Networking
import OpenAPIChecker
import Sandbox
import Testing

@Suite("The sandbox of cities answers as openapi.yaml says")
struct CitiesSandboxTests {
  let document: OpenAPIDocument
  let server: RecordedServer<CityServerModel>

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
    server = RecordedServer(try CityServerModel())
  }

  @Test func `The list is as described`() throws {
    #expect(document.check(answer(to: "/v1/cities")).flaws == [])
  }

  @Test func `Every city is as described, in a language that some have`() throws {
    let list = try server.model.answer(.withoutCity(.get, "/v1/cities")).json(List.self)
    #expect(list.cities.count > 900)
    var verdicts: Set<String> = []
    for city in list.cities {
      let verdict = document.check(answer(to: "/v1/cities/\(city.id)", language: "kk"))
      verdicts.insert(verdict.described ?? "")
      verdicts.formUnion(verdict.flaws)
    }
    #expect(verdicts == ["GET /v1/cities/{id} 200"])
  }

  @Test(arguments: ["/v1/cities/1", "/v1/cities/x"])
  func `A missing city is as described`(_ path: String) {
    let verdict = document.check(answer(to: path))
    #expect(verdict.described == "GET /v1/cities/{id} 404")
    #expect(verdict.flaws == [])
  }

  @Test(arguments: ["/v1/cities", "/v1/cities/524901"])
  func `A known version is not sent again, as described`(_ path: String)
    throws
  {
    let etag = try #require(server.model.answer(.withoutCity(.get, path)).etag)
    let verdict = document.check(answer(to: path, unless: etag))
    #expect(verdict.described?.hasSuffix(" 304") == true)
    #expect(verdict.flaws == [])

    server.model.set(.open, of: [524_901])
    #expect(document.check(answer(to: path, unless: etag)).described?.hasSuffix(" 200") == true)
  }

  @Test(arguments: [
    (CityServerModel.CityState.closed, 503, 1000), (.removed, 404, 999), (.open, 200, 1000),
  ])
  func `A city that is closed, or gone, is as described and as the server has it in its list`(
    _ state: CityServerModel.CityState, _ status: Int, _ count: Int
  ) throws {
    server.model.set(state, of: [524_901])

    let verdict = document.check(answer(to: "/v1/cities/524901"))
    #expect(verdict.described == "GET /v1/cities/{id} \(status)")
    #expect(verdict.flaws == [])
    let list = try server.model.answer(.withoutCity(.get, "/v1/cities")).json(List.self)
    #expect(list.cities.count == count)
    #expect(list.revision == 3)
  }

  private func answer(
    to path: String, language: String? = nil, unless known: ETag? = nil
  ) -> RecordedAnswer {
    let query = language.map { ["language": $0] } ?? [:]
    var request = HTTPRequest.withoutCity(.get, path, query: query)
    request.precondition = known.map { .hasChanged(since: $0) }
    return server.get(request)
  }

  private struct List: Decodable {
    struct City: Decodable {
      let id: Int
    }
    let revision: Int
    let cities: [City]
  }
}
