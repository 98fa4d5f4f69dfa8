import Foundation
import Networking
import OpenAPIChecker
import OrderRating
import Sandbox
import Testing

@Suite("The sandbox of the reviews' showcase answers as openapi.yaml says")
struct RatingSandboxTests {
  let document: OpenAPIDocument
  let server = RecordedServer(ReviewServerModel(now: SampleOrders.lunchtime))

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
    for order in [SampleOrders.lunch, SampleOrders.coffee] {
      server.model.orders[order.id] = order.atServer(closesAt: SampleOrders.lunchtime + 7 * 86_400)
    }
  }

  @Test func `The form of each order is as described, and of one that it does not know`() {
    for order in [SampleOrders.lunch, SampleOrders.coffee] {
      let verdict = document.check(form(of: order.id))
      #expect(verdict.described == "GET /v1/orders/{id}/rating-form 200")
      #expect(verdict.flaws == [])
    }
    let verdict = document.check(form(of: "none"))
    #expect(verdict.described == "GET /v1/orders/{id}/rating-form 404")
    #expect(verdict.flaws == [])
  }

  @Test
  func `A review is as described from its photo to the end of its window`() throws {
    let lunch = SampleOrders.lunch.id
    let photo = HTTPRequest.Body(SampleOrders.photo(), .jpeg)
    var answers = [
      read("/v1/review-photos/p"), put(photo, "/v1/review-photos/p"), read("/v1/review-photos/p"),
      try rate(lunch, stars: 9), try rate(lunch, stars: 5), form(of: lunch),
      try rate(lunch, review: "other", stars: 5),
    ]
    server.model.now += 8 * 86_400
    server.model.refusesPhotos = "No faces, please"
    answers += [
      form(of: SampleOrders.coffee.id), try rate(SampleOrders.coffee.id, stars: 5),
      put(photo, "/v1/review-photos/q"), put(HTTPRequest.Body(Data("{}".utf8), .json), path(lunch)),
    ]

    #expect(answers.flatMap { document.check($0).flaws } == [])
    #expect(answers.map(\.status) == [404, 204, 200, 422, 204, 409, 409, 410, 410, 422, 400])
  }

  private func path(_ order: String) -> String { "/v1/orders/\(order)/review" }

  private func form(of order: String) -> RecordedAnswer { read("/v1/orders/\(order)/rating-form") }

  private func rate(
    _ order: String, review: String = "r", stars: Int
  ) throws -> RecordedAnswer {
    let marks = [ReviewView.Mark(subject: "food", stars: stars, tags: [])]
    return put(try .json(Review(id: review, marks: marks, photos: ["p"])), path(order))
  }

  private func read(_ path: String) -> RecordedAnswer {
    server.get(HTTPRequest(.get, path, in: SampleOrders.city))
  }

  private func put(_ body: HTTPRequest.Body, _ path: String) -> RecordedAnswer {
    server.change("PUT", HTTPRequest(.put(body), path, in: SampleOrders.city))
  }

  private struct Review: Encodable {
    let id: String
    let marks: [ReviewView.Mark]
    let photos: [String]
  }
}
