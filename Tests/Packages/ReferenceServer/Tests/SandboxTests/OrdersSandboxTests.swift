import Foundation
import Networking
import OpenAPIChecker
import Sandbox
import Testing

@Suite("The sandbox of the orders' showcase answers as openapi.yaml says")
struct OrdersSandboxTests {
  @Test func `Every answer about orders is as described`() throws {
    let document = try OpenAPIDocument.ofReferenceServer()
    let server = RecordedServer(OrderServerModel())
    server.model.addHistory(25, of: .snack)
    server.model.place("N-1", key: "key", cart: .evening)
    server.model.place("N-2", cart: .snack)
    server.model.now += 1_900
    server.model.reject("N-2", because: "closed")
    server.model.setStatus("beingPhotographed", of: "N-1")
    let body = HTTPRequest.Body(Data("{}".utf8), .json)
    func get(_ path: String, _ query: [String: String] = [:]) -> RecordedAnswer {
      server.get(HTTPRequest(.get, path, query: query, in: SampleOrders.city))
    }
    func cancel(_ id: String) -> RecordedAnswer {
      server.change(
        "POST", HTTPRequest(.post(body), "/v1/orders/\(id)/cancel", in: SampleOrders.city))
    }
    server.model.place("N-3", cart: .evening)
    let answers = [
      get("/v1/orders"), get("/v1/orders", ["state": "finished"]),
      get("/v1/orders", ["state": "finished", "after": "none"]), get("/v1/orders", ["key": "key"]),
      get("/v1/orders/N-1"), get("/v1/orders/none"), cancel("N-3"), cancel("N-1"), cancel("none"),
    ]
    #expect(answers.flatMap { document.check($0).flaws } == [])
    #expect(answers.map(\.status) == [200, 200, 404, 200, 200, 404, 200, 409, 404])
  }
}
