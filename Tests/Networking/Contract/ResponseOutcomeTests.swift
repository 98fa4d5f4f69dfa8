import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite struct ResponseOutcomeTests {
  /// Every status in ascending order, with its meaning for a response with a service problem.
  static let statuses: [(ClosedRange<Int>, String)] = [
    (100...199, "tryLater"),
    (200...299, "success"),
    (300...399, "tryLater"),
    (400...400, "rejected"), (401...401, "unauthorized"), (402...403, "rejected"),
    (404...404, "notFound"),
    (405...406, "rejected"), (407...408, "tryLater"), (409...409, "conflict"),
    (410...410, "notFound"),
    (411...411, "rejected"), (412...412, "conflict"), (413...420, "rejected"),
    (421...421, "tryLater"),
    (422...424, "rejected"), (425...425, "tryLater"), (426...428, "rejected"),
    (429...429, "tryLater"),
    (430...499, "rejected"),
    (500...599, "tryLater"),
  ]

  private let request = HTTPRequest.read()

  @Test(arguments: statuses)
  func `Every status from 100 to 599 has one meaning`(
    _ statuses: ClosedRange<Int>, meaning: String
  ) {
    for status in statuses {
      #expect(answer(HTTPResponse(problem: "no", status: status)).name == meaning, "\(status)")
    }
  }

  @Test(arguments: HostileBody.all)
  func `No status ends a change without a problem of the service`(_ body: HostileBody) {
    for status in [100...199, 300...599].joined() {
      let response = HTTPResponse(status: status, body: body.bytes(status))
      #expect(answer(response) == .tryLater(response), "\(status)")
    }
  }

  @Test func `The table has every status once`() {
    #expect(Self.statuses.flatMap { Array($0.0) } == Array(100...599))
  }

  @Test(arguments: [-1, 0, 99, 600, 999])
  func `An invalid status counts as a fault of the server`(_ status: Int) {
    #expect(answer(HTTPResponse(status: status, body: Data())).name == "tryLater")
  }

  @Test(arguments: [400, 401, 404, 409, 412, 413, 422])
  func `A 409 or 413 with Retry-After is not a refusal, but any other one is`(_ status: Int) {
    let plain = HTTPResponse(problem: "busy", status: status)
    let timed = HTTPResponse(status: status, body: plain.body, retryAfter: .seconds(1))

    let isLater = [409, 413].contains(status)
    #expect(answer(timed).name == (isLater ? "tryLater" : answer(plain).name))
  }

  @Test(arguments: [429, 500, 503])
  func `The service itself may ask for a longer delay than a proxy, and refuses nothing`(
    _ status: Int
  ) {
    let problem = HTTPResponse(problem: "busy", status: status, retryAfter: .seconds(3_600))
    let page = HTTPResponse(status: status, body: Data("<html>".utf8), retryAfter: .seconds(3_600))

    #expect(answer(problem) == .tryLater(problem) && answer(page) == .tryLater(page))
    #expect(answer(problem).retryAfter == .seconds(600))
    #expect(answer(page).retryAfter == .seconds(60))
  }

  @Test func `A refusal carries the problem of the service`() throws {
    let response = HTTPResponse(problem: "soldOut", status: 422, reason: "Sold out")

    #expect(answer(response) == .rejected(try #require(ServiceProblem(response))))
  }

  @Test(
    arguments: [
      .offline, .timedOut, .connectionLost, .failed("a certificate"), .cancelled,
      .tooLarge(limit: 5), .untrusted("a certificate"),
    ] as [TransportError])
  func `A request counts as not sent only if this is certain`(_ error: TransportError) {
    let answer = ResponseOutcome(.failure(error), to: request)

    // Exhaustive, so that a new error does not compile until it has a meaning.
    switch error {
    case .offline, .untrusted: #expect(answer == .notSent)
    case .timedOut, .connectionLost, .failed, .cancelled, .tooLarge:
      #expect(answer == .outcomeUnknown(error))
    }
  }

  private func answer(_ response: HTTPResponse) -> ResponseOutcome {
    ResponseOutcome(.success(response), to: request)
  }
}
