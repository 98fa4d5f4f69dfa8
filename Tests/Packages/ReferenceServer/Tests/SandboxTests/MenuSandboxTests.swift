@_spi(SettledCity) import Networking
import OpenAPIChecker
import Sandbox
import Testing

@Suite("The sandbox of menus answers as openapi.yaml says")
struct MenuSandboxTests {
  private static let city: CityID = 1_526_384

  let document: OpenAPIDocument
  let server: RecordedServer<MenuServerModel>

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
    server = RecordedServer(try MenuServerModel())
  }

  @Test(arguments: ["ru", "en", "kk"], ["delivery", "pickup", "dineIn"])
  func `The menu is as described in each language and for each way to get an order`(
    _ language: String, _ method: String
  ) throws {
    let verdict = document.check(try answer("/v1/menu", in: language, method))
    #expect(verdict.described == "GET /v1/menu 200")
    #expect(verdict.flaws == [])
  }

  @Test func `The stop list is as described, empty or not`() throws {
    for stops in [
      [], [MenuServerModel.Stop(kind: "product", id: "tea-mint", until: 1, reason: "soldOut")],
      [MenuServerModel.Stop(kind: "oven", id: "2")],
    ] {
      server.model.stop(stops, in: Self.city)
      let verdict = document.check(try answer("/v1/menu/stops"))
      #expect(verdict.described == "GET /v1/menu/stops 200")
      #expect(verdict.flaws == [])
    }
  }

  @Test
  func `A menu that was changed is as described, and what is wrong with it is found here`() throws {
    server.model.publish([MenuEdit("modifiers", "bacon", .set("price", "40000"))], in: Self.city)
    #expect(document.check(try answer("/v1/menu")).flaws == [])
    server.model.publish([MenuEdit("modifiers", "bacon", .set("price", "-1"))], in: Self.city)
    #expect(document.check(try answer("/v1/menu")).flaws.count == 1)
  }

  @Test(arguments: ["/v1/menu", "/v1/menu/stops"])
  func `A known version is not sent again until it changes`(_ path: String) throws {
    let etag = try #require(server.model.answer(try request(path)).etag)
    let verdict = document.check(try answer(path, unless: etag))
    #expect(verdict.described == "GET \(path) 304")
    #expect(verdict.flaws == [])
    #expect(try answer(path, in: "kk", unless: etag).status == (path == "/v1/menu" ? 200 : 304))

    server.model.publish([], in: Self.city)
    server.model.stop([], in: Self.city)
    #expect(try answer(path, unless: etag).status == 200)
  }

  @Test(arguments: ["/v1/menu", "/v1/menu/stops"])
  func `A request that names no city is not understood`(_ path: String) {
    let verdict = document.check(server.get(.withoutCity(.get, path)))
    #expect(verdict.described == "GET \(path) 400")
    #expect(verdict.flaws == [])
  }

  private func request(
    _ path: String, in language: String = "ru", _ method: String? = nil
  ) throws -> HTTPRequest {
    let query = method.map { ["fulfilment": $0] } ?? [:]
    let context = RequestContext(country: "KZ", city: Self.city, language: language)
    return HTTPRequest(.get, path, query: query, in: try #require(context))
  }

  private func answer(
    _ path: String, in language: String = "ru", _ method: String? = nil,
    unless known: ETag? = nil
  ) throws -> RecordedAnswer {
    var request = try request(path, in: language, method)
    request.precondition = known.map { .hasChanged(since: $0) }
    return server.get(request)
  }
}
