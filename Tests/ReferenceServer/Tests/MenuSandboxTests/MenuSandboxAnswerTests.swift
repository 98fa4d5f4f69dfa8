import Networking
import OpenAPIChecker
import Testing

@Suite("The sandbox of the menu's showcase answers as openapi.yaml says")
struct MenuSandboxAnswerTests {
  let document: OpenAPIDocument
  let sandbox: MenuSandbox

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
    sandbox = try MenuSandbox()
  }

  @Test(
    "The menu is as described in each language and for each way to get an order",
    arguments: SandboxCity.languages, ["delivery", "pickup", "dineIn"])
  func menu(_ language: String, _ fulfilment: String) throws {
    let verdict = document.check(try answer("/v1/menu", in: language, fulfilment))
    #expect(verdict.described == "GET /v1/menu 200")
    #expect(verdict.flaws == [])
  }

  @Test("The stop list is as described, empty or not")
  func stops() throws {
    for stops in [
      [], [MenuSandbox.Stop(kind: "product", id: "tea-mint", until: 1, reason: "soldOut")],
      [MenuSandbox.Stop(kind: "oven", id: "2")],
    ] {
      sandbox.stop(stops)
      let verdict = document.check(try answer("/v1/menu/stops"))
      #expect(verdict.described == "GET /v1/menu/stops 200")
      #expect(verdict.flaws == [])
    }
  }

  @Test("A menu that was changed is as described, and what is wrong with it is found here")
  func changed() throws {
    sandbox.publish([MenuEdit("modifiers", "bacon", .set("price", "40000"))])
    #expect(document.check(try answer("/v1/menu")).flaws == [])
    sandbox.publish([MenuEdit("modifiers", "bacon", .set("price", "-1"))])
    #expect(document.check(try answer("/v1/menu")).flaws.count == 1)
  }

  @Test(
    "What is known in this version is not sent again, until it changes",
    arguments: ["/v1/menu", "/v1/menu/stops"])
  func notModified(_ path: String) throws {
    let etag = try #require(sandbox.answer(try request(path)).etag)
    let verdict = document.check(try answer(path, unless: etag))
    #expect(verdict.described == "GET \(path) 304")
    #expect(verdict.flaws == [])
    #expect(try answer(path, in: "kk", unless: etag).status == (path == "/v1/menu" ? 200 : 304))

    sandbox.publish([])
    sandbox.stop([])
    #expect(try answer(path, unless: etag).status == 200)
  }

  @Test(
    "A request that names no city is not understood", arguments: ["/v1/menu", "/v1/menu/stops"])
  func cityless(_ path: String) {
    let verdict = document.check(recorded(.withoutCity(.get, path)))
    #expect(verdict.described == "GET \(path) 400")
    #expect(verdict.flaws == [])
  }

  private func request(
    _ path: String, in language: String = "ru", _ fulfilment: String? = nil
  ) throws -> HTTPRequest {
    let query = fulfilment.map { ["fulfilment": $0] } ?? [:]
    return HTTPRequest(.get, path, query: query, in: try SandboxCity.context(in: language))
  }

  private func answer(
    _ path: String, in language: String = "ru", _ fulfilment: String? = nil,
    unless known: ETag? = nil
  ) throws -> RecordedAnswer {
    var request = try request(path, in: language, fulfilment)
    request.precondition = known.map { .hasChanged(since: $0) }
    return recorded(request)
  }

  private func recorded(_ request: HTTPRequest) -> RecordedAnswer {
    let response = sandbox.answer(request)
    var headers: [String: String] = [:]
    headers["ETag"] = response.etag?.rawValue
    // In-process responses have no content type.
    if !response.body.isEmpty {
      headers["Content-Type"] =
        response.status < 400 ? "application/json" : "application/problem+json"
    }
    return RecordedAnswer(
      "GET", request.path, status: response.status, headers: headers, body: response.body)
  }
}
