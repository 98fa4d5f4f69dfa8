import Foundation
import Networking
import Testing

@Suite struct ServiceProblemTests {
  @Test func `Only a 4xx or 5xx response has a problem`() {
    for status in 100...599 {
      let problem = ServiceProblem(HTTPResponse(problem: "no", status: status))
      #expect((problem != nil) == (400...599).contains(status), "\(status)")
    }
  }

  @Test(arguments: ["a", "cartClosed", "410-gone", String(repeating: "c", count: 64)])
  func `A code has 1 to 64 letters, digits and dashes`(_ code: String) {
    #expect(ServiceProblem(HTTPResponse(problem: code, status: 410))?.code == code)
  }

  @Test(arguments: ["", "a b", "a_b", "é", "a.b", String(repeating: "c", count: 65)])
  func `A problem with another code is none`(_ code: String) {
    #expect(ServiceProblem(HTTPResponse(problem: code, status: 410)) == nil)
  }

  @Test(arguments: ["null", "7", #"{"en":"Closed"}"#, #"["Closed"]"#])
  func `A reason that is no text does not make a refusal uncertain`(_ reason: String) {
    let body =
      #"{"type":"urn:food-ordering:problem","status":422,"code":"closed","reason":\#(reason)}"#
    let problem = ServiceProblem(HTTPResponse(status: 422, body: Data(body.utf8)))
    #expect(problem?.code == "closed" && problem?.reason == nil)
  }

  @Test func `A reason has at most 300 characters`() {
    let reason = String(repeating: "é", count: 300)
    for text in [reason, reason + "é"] {
      let problem = ServiceProblem(HTTPResponse(problem: "no", status: 422, reason: text))
      #expect(problem?.reason == reason)
      #expect(UnusableBody(reason: text).reason == reason)
    }
  }

  @Test func `A problem is written with sorted names, and its text is escaped`() {
    let response = HTTPResponse(
      problem: "no", status: 422, reason: "a \"b\" \\ c\nd\te\u{1F}f", retryAfter: .seconds(1))

    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"code":"no","reason":"a \"b\" \\ c\nd\te\u001ff","status":422,"type":"urn:food-ordering:problem"}"#
    )
    #expect(ServiceProblem(response)?.reason == "a \"b\" \\ c\nd\te\u{1F}f")
    #expect(response.retryAfter == .seconds(1))
  }

  @Test func `A log shows the reason, or the status and the code`() {
    let plain = ServiceProblem(HTTPResponse(problem: "soldOut", status: 422))
    let explained = ServiceProblem(
      HTTPResponse(problem: "soldOut", status: 422, reason: "Sold out"))

    #expect(plain?.description == "HTTP 422, soldOut")
    #expect(explained?.description == "Sold out")
  }
}
