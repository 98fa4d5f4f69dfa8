import Foundation
import Networking
@testable import Sync
import Testing

@Suite("An answer of the server's")
struct AnswerTests {
  @Test(arguments: Expectation.all)
  func `A response has the outcome of its class for a change`(_ expected: Expectation) throws {
    let outcome = SendOutcome<LineChange, Int>(expected.answer) { _ in
      ServerUpdate { $0 = 7 }
    } refused: {
      .rejected("\($0)")
    }

    #expect("\(outcome)".hasPrefix(expected.outcome))
  }

  @Test(arguments: Expectation.all)
  func `A response has the outcome of its class for a value`(_ expected: Expectation) throws {
    let answer = SourceOutcome<String>(expected.answer) { ("\($0.status)", 3) }

    #expect("\(answer)" == expected.value)
  }

  @Test(arguments: Expectation.all)
  func `a response has the outcome of its class for a base`(_ expected: Expectation) throws {
    let outcome = FetchOutcome<Int>(expected.answer) { _ in ServerUpdate { $0 = 7 } }

    if case .success = expected.answer {
      #expect("\(outcome)".hasPrefix("updated("))
    } else {
      #expect("\(outcome)" == expected.value)
    }
  }

  @Test func `a response without a value is a failure with its status`() throws {
    let problem = try #require(
      ServiceProblem(HTTPResponse(problem: "no", status: 401, reason: "Sign in")))
    #expect(FetchFailure(.unauthorized(problem)) == .status(401))
    let tag = try #require(ETag(rawValue: "\"1\""))
    #expect(FetchFailure(.notModified(tag)) == .status(304))
  }

  @Test func `a change has an unknown outcome if the success cannot be read`() {
    let response = HTTPResponse(status: 200, body: Data())
    let outcome = SendOutcome<LineChange, Int>(.success(response)) { _ throws(UnusableBody) in
      throw UnusableBody(reason: "nonsense")
    } refused: { _ in
      .notSent
    }

    #expect("\(outcome)" == "unknown")
  }

  @Test func `A success that cannot be read is a failure`() {
    let nonsense = UnusableBody(reason: "nonsense")
    let response = HTTPResponse(status: 200, body: Data())
    let answer = SourceOutcome<String>(.success(response)) { _ throws(UnusableBody) in
      throw nonsense
    }

    guard case .failed(.unusable(nonsense)) = answer else {
      Issue.record("\(answer)")
      return
    }
  }
}

/// The expected outcomes of one class of server answers, for a change and for a value.
struct Expectation: Sendable, CustomTestStringConvertible {
  let answer: ResponseOutcome
  let outcome: String
  let value: String

  var testDescription: String { String("\(answer)".prefix { $0 != "(" }) }

  static var all: [Expectation] {
    func response(_ status: Int, retryAfter: Duration? = nil) -> HTTPResponse {
      HTTPResponse(status: status, body: Data(), retryAfter: retryAfter)
    }
    let removal = HTTPRequest.withoutCity(.delete, "/v1/lines/1")
    func refusal(_ status: Int) -> HTTPResponse {
      HTTPResponse(problem: "no", status: status, reason: "It cannot be done")
    }
    func problem(_ status: Int) -> ResponseOutcome {
      ResponseOutcome(.success(refusal(status)), to: removal)
    }
    func failed(_ failure: FetchFailure?) -> String {
      failure.map { "\(SourceOutcome<String>.failed($0))" } ?? ""
    }
    func refused(_ status: Int) -> String {
      failed(ServiceProblem(refusal(status)).map(FetchFailure.refused))
    }
    return [
      Expectation(
        answer: .success(response(200)),
        outcome: "applied(Sync.ServerUpdate<Swift.Int>(",
        value: #"value("200", validator: nil, version: Optional(3))"#),
      Expectation(
        answer: problem(412), outcome: #"rejected("It cannot be done""#,
        value: refused(412)),
      Expectation(
        answer: problem(404), outcome: #"rejected("It cannot be done""#,
        value: refused(404)),
      Expectation(
        answer: problem(401), outcome: "closed(Sync.Gate.Reason.signedOut)",
        value: "closed(Sync.Gate.Reason.signedOut)"),
      Expectation(
        answer: problem(422), outcome: #"rejected("It cannot be done""#,
        value: refused(422)),
      Expectation(
        answer: .tryLater(response(503, retryAfter: .seconds(2))),
        outcome: "tryLater(after: Optional(2.0 seconds))", value: failed(.status(503))),
      Expectation(
        answer: .notSent, outcome: "notSent", value: failed(.noAnswer(.offline))),
      Expectation(
        answer: .outcomeUnknown(.timedOut), outcome: "unknown", value: failed(.noAnswer(.timedOut))
      ),
      Expectation(
        answer: .tryLater(response(404)), outcome: "tryLater(after: nil)",
        value: failed(.status(404))),
    ]
  }
}

private enum LineChange: OutboxChange {
  case remove
  var lane: Lane { Lane("line", "1") }
}
