import Foundation
import Networking
import Sync
import Testing

@Suite("An answer of the server's")
struct AnswerTests {
  @Test("Means for a change what its class says", arguments: Expectation.all)
  func change(_ expected: Expectation) throws {
    let delivery = Delivery<LineChange>(expected.answer) { _ in
      .applied(serverID: "7", version: 3)
    } gone: { _ in
      .rejected("it is not there")
    }

    #expect("\(delivery)" == expected.delivery)
  }

  @Test("Means for a value what its class says", arguments: Expectation.all)
  func value(_ expected: Expectation) throws {
    let answer = SourceAnswer<String>(expected.answer) { ("\($0.status)", 3) }

    #expect("\(answer)" == expected.value)
  }

  @Test("A success that cannot be read is a failure")
  func unreadable() {
    struct Nonsense: Error {}
    let response = HTTPResponse(status: 200, body: Data())
    let answer = SourceAnswer<String>(.success(response)) { _ in throw Nonsense() }

    #expect("\(answer)" == #"failed("Nonsense()")"#)
  }
}

/// What a class of answers is for a change and for a value.
struct Expectation: Sendable, CustomTestStringConvertible {
  let answer: Answer
  let delivery: String
  let value: String

  var testDescription: String { String("\(answer)".prefix { $0 != "(" }) }

  static var all: [Expectation] {
    func response(_ status: Int, retryAfter: Duration? = nil) -> HTTPResponse {
      HTTPResponse(status: status, body: Data(), retryAfter: retryAfter)
    }
    let put = HTTPRequest.withoutCity(.delete, "/v1/lines/1")
    func unusable(_ status: Int) -> Answer { Answer(.success(response(status)), to: put) }
    return [
      Expectation(
        answer: .success(response(200)),
        delivery: #"applied(serverID: Optional("7"), version: Optional(3))"#,
        value: #"value("200", validator: nil, version: Optional(3))"#),
      Expectation(
        answer: .conflict(response(412)), delivery: "conflict(rebased: nil)",
        value: #"failed("HTTP 412")"#),
      Expectation(
        answer: .gone(response(404)), delivery: #"rejected("it is not there")"#,
        value: #"failed("HTTP 404")"#),
      Expectation(
        answer: .unauthorised(response(401)), delivery: "closed(Sync.Gate.Reason.signedOut)",
        value: "closed(Sync.Gate.Reason.signedOut)"),
      Expectation(
        answer: .rejected(response(422)), delivery: #"rejected("HTTP 422")"#,
        value: #"failed("HTTP 422")"#),
      Expectation(
        answer: .tryLater(response(503, retryAfter: .seconds(2))),
        delivery: "busy(retryAfter: Optional(2.0 seconds))", value: #"failed("HTTP 503")"#),
      Expectation(
        answer: .notSent, delivery: "unreachable", value: #"failed("no network")"#),
      Expectation(
        answer: .outcomeUnknown(.timedOut), delivery: "unknown", value: #"failed("timedOut")"#),
      Expectation(
        answer: unusable(303), delivery: #"rejected("HTTP 303: the outcome is elsewhere")"#,
        value: #"failed("HTTP 303: the outcome is elsewhere")"#),
    ]
  }
}

private enum LineChange: OutboxChange {
  case remove
  var lane: Lane { Lane("line", "1") }
}
