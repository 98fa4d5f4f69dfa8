import Foundation
import Networking
import Sync
import Testing

/// The outcomes of the server's responses.
@Suite struct AnswerTests {
  /// A response of each class, with its outcomes for a change and for a value.
  private static let rows: [(answer: ResponseOutcome, change: String, value: FetchFailure?)] = {
    func response(_ status: Int, retryAfter: Duration? = nil) -> HTTPResponse {
      HTTPResponse(status: status, body: Data(), retryAfter: retryAfter)
    }
    let refusals = [404, 412, 422].compactMap { status in
      ServiceProblem(HTTPResponse(problem: "no", status: status, reason: "no")).map { problem in
        (
          ResponseOutcome(.success(problem.response), to: .withoutCity(.delete, "/v1/lines/1")),
          #"rejected("no""#, FetchFailure.refused(problem)
        )
      }
    }
    return refusals + [
      (
        .tryLater(response(503, retryAfter: .seconds(2))),
        "tryLater(after: Optional(2.0 seconds))", .status(503)
      ),
      (.tryLater(response(404)), "tryLater(after: nil)", .status(404)),
      (.notSent, "notSent", .noAnswer(.offline)),
      (.outcomeUnknown(.timedOut), "unknown", .noAnswer(.timedOut)),
    ]
  }()

  @Test func `A response without success has the outcome of its class`() {
    #expect(Self.rows.count == 7)
    for (answer, change, failure) in Self.rows {
      #expect("\(sent(answer))".hasPrefix(change), "\(answer)")
      // A response without a problem of the service may ask for a short delay.
      let delay: Duration? =
        if case .tryLater(let response) = answer { response.retryAfter } else { nil }
      #expect(
        "\(fetched(answer))" == failure.map { "\(FetchOutcome<Int>.failed($0, retryAfter: delay))" }
      )
    }
  }

  @Test func `A success has the value of its response`() {
    let answer = ResponseOutcome.success(HTTPResponse(status: 200, body: Data()))
    #expect("\(sent(answer))".hasPrefix("applied("))
    #expect("\(fetched(answer))".hasPrefix("updated("))
  }

  @Test func `A response that requires a new sign-in closes the gate`() throws {
    let problem = try #require(
      ServiceProblem(HTTPResponse(problem: "no", status: 401, reason: "Sign in")))
    for outcome in [
      "\(sent(.unauthorized(problem)))", "\(fetched(.unauthorized(problem)))",
    ] { #expect(outcome == "closed(signed out)") }
    #expect(FetchFailure(.unauthorized(problem)) == .status(401))
  }

  @Test func `'Not modified' confirms a value, and nothing about a change`() throws {
    let tag = try #require(ETag(rawValue: "\"1\""))
    #expect("\(sent(.notModified(tag)))" == "unknown")
    #expect("\(fetched(.notModified(tag)))" == "notModified")
    #expect(FetchFailure(.notModified(tag)) == .status(304))
  }

  @Test func `A success that cannot be read is a failure, and an unknown outcome of a change`() {
    let answer = ResponseOutcome.success(HTTPResponse(status: 200, body: Data()))
    let nonsense = UnusableBody(reason: "nonsense")
    let sent = SendOutcome<Edit, Int>(answer) { _ throws(UnusableBody) in
      throw nonsense
    } refused: { _ in
      .notSent
    }
    let fetched = FetchOutcome<Int>(answer) { _ throws(UnusableBody) in throw nonsense }
    let failure = FetchFailure.unusable(nonsense)
    #expect("\(sent)" == "unknown")
    #expect("\(fetched)" == "\(FetchOutcome<Int>.failed(failure))")
  }

  private func sent(_ answer: ResponseOutcome) -> SendOutcome<Edit, Int> {
    SendOutcome(answer) { _ in
      ServerUpdate { $0 = 7 }
    } refused: {
      .rejected("\($0)")
    }
  }

  private func fetched(_ answer: ResponseOutcome) -> FetchOutcome<Int> {
    FetchOutcome(answer) { _ in ServerUpdate { $0 = 7 } }
  }
}
