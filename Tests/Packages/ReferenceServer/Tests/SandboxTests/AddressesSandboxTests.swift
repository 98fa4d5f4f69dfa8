import Addresses
import Foundation
import Networking
import OpenAPIChecker
import Sandbox
import Testing

@Suite("The sandbox of the addresses' showcase answers as openapi.yaml says")
struct AddressesSandboxTests {
  let document: OpenAPIDocument
  let server = RecordedServer(AddressesServerModel())

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
  }

  @Test func `The address of each country is as described, and comes back as it was sent`() throws {
    for place in Place.all {
      let answer = try send("POST", body: Wish(operation: place.country, address: place.example))
      #expect(document.check(answer).flaws == [])
      #expect(document.check(answer).described == "POST /v1/addresses 200")
    }
    let list = send("GET")
    #expect(document.check(list).flaws == [])
    #expect(try list.addresses == Place.all.map(\.example))
  }

  @Test func `An address is as described from the first to the last that is done with it`() throws {
    let home = Place.almaty.example
    let city = "/defaults/\(home.city)"
    let answers = [
      send("GET"), try send("POST", body: Wish(operation: "a", address: home)),
      try send("POST", body: Wish(operation: "b", address: home.labeled("home"))),
      try send("PATCH", "/s1", body: Edit(operation: "c", address: home.with(.floor, "9"))),
      try send("PATCH", "/s1", body: Edit(operation: "d", used: 5)),
      try send("PUT", city, body: Choice(operation: "e", id: "s1")), send("GET"),
      send("DELETE", "/s1"), send("DELETE", "/s1"),
      try send("PATCH", "/s1", body: Edit(operation: "f", used: 6)),
      try send("PUT", city, body: Choice(operation: "g", id: "s1")),
      try send("POST", body: Wish(operation: "a", address: home)), send("GET"),
    ]

    #expect(answers.flatMap { document.check($0).flaws } == [])
    #expect(
      answers.map(\.status) == [
        200, 200, 200, 200, 200, 200, 200, 200, 410, 410, 410, 410, 200,
      ])
    #expect(try answers[6].addresses == [home.with(.floor, "9")])
  }

  @Test func `Refusals and objections to an address are as described`() throws {
    let home = Place.almaty.example
    _ = try send("POST", body: Wish(operation: "a", address: home))
    server.model.farStreets = [home[.street]]
    let far = send("GET")
    server.model.closedCities = [home.city.rawValue]
    let closed = send("GET")
    let refused = try send("POST", body: Wish(operation: "b", address: home.with(.house, "9")))
    let unreadable = try send("POST", body: ["operation": "c"])

    #expect([far, closed, refused, unreadable].flatMap { document.check($0).flaws } == [])
    #expect(try far.problems == ["outsideZone"] && closed.problems == ["cityClosed"])
    #expect(refused.status == 422 && unreadable.status == 400)
  }

  @Test func `A known revision is not sent again`() throws {
    let etag = try #require(ETag(rawValue: send("GET").headers["etag"] ?? ""))
    let same = send("GET", unless: etag)
    #expect(document.check(same).flaws == [] && same.status == 304)
    _ = try send("POST", body: Wish(operation: "a", address: Place.almaty.example))
    #expect(send("GET", unless: etag).status == 200)
  }

  private func request(_ method: HTTPRequest.Method, _ path: String = "") -> HTTPRequest {
    HTTPRequest(method, "/v1/addresses\(path)", in: Place.almaty.context)
  }

  private func send(
    _ method: String, _ path: String = "", unless known: ETag? = nil
  ) -> RecordedAnswer {
    var request = request(method == "GET" ? .get : .delete, path)
    request.precondition = known.map { .hasChanged(since: $0) }
    return method == "GET" ? server.get(request) : server.change(method, request)
  }

  private func send(
    _ method: String, _ path: String = "", body: some Encodable
  ) throws -> RecordedAnswer {
    let body = try HTTPRequest.Body.json(body)
    let methods: [String: HTTPRequest.Method] = [
      "POST": .post(body), "PATCH": .patch(body), "PUT": .put(body),
    ]
    return server.change(method, request(try #require(methods[method]), path))
  }

  private struct Wish: Encodable {
    let operation: String
    let address: Address
    let used = 0
  }

  private struct Edit: Encodable {
    let operation: String
    var address: Address?
    var used = 0
  }

  private struct Choice: Encodable {
    let operation: String
    let id: String
  }
}

extension RecordedAnswer {
  private struct List: Decodable {
    struct Row: Decodable {
      let address: Address
    }
    let addresses: [Row]
  }

  /// The addresses in the response, decoded as an app does.
  fileprivate var addresses: [Address] {
    get throws { try JSONDecoder().decode(List.self, from: body).addresses.map(\.address) }
  }

  fileprivate var problems: [String?] {
    get throws {
      try JSONDecoder().decode(AddressListView.self, from: body).addresses.map(\.problem?.code)
    }
  }
}
