import Foundation
@_spi(SettledCity) import Networking
import OpenAPIChecker
import Sandbox
import Testing

@Suite("The sandbox of the accounts' showcase answers as openapi.yaml says")
struct AccountsSandboxTests {
  let document: OpenAPIDocument
  let server = RecordedServer(AccountServerModel())

  init() throws {
    document = try OpenAPIDocument.ofReferenceServer()
  }

  @Test func `A session is as described from the code to the deletion of the account`() throws {
    let phone = "+77710009998"
    let sent = try post("codes", ["phone": phone])
    let code = try #require(server.model.code(for: phone))
    let challenge = try sent.json(as: Sent.self).challenge
    let wrong = try post("sessions", ["challenge": challenge, "code": code == "0" ? "1" : "0"])
    let first = try post("sessions", ["challenge": challenge, "code": code])
    let tokens = try first.json(as: Tokens.self)
    let renewed = try post("refresh", ["refreshToken": tokens.refreshToken])
    let token = AccessToken(try renewed.json(as: Tokens.self).accessToken)
    var answers = [
      sent, wrong, first, renewed, try post("codes", ["phone": phone]),
      try post("codes", ["phone": phone]), try post("codes", ["phone": "1"]),
      try post("sessions", ["challenge": challenge, "code": code]), try profile(token),
      try profile(nil), try patch(#"{"name":"Ada","birthday":"1990-05-01"}"#, token),
      try patch(#"{"birthday":"1991-05-01"}"#, token), try patch("[]", token),
    ]
    answers.append(try delete(token))
    answers.append(try post("refresh", ["refreshToken": tokens.refreshToken]))
    answers.append(try post("sign-out", ["refreshToken": tokens.refreshToken]))

    #expect(answers.flatMap { document.check($0).flaws } == [])
    #expect(
      answers.map(\.status) == [
        200, 422, 200, 200, 200, 429, 422, 410, 200, 401, 200, 422, 422, 204, 401, 204,
      ])
  }

  private func post(_ path: String, _ body: [String: String]) throws -> RecordedAnswer {
    server.change("POST", .withoutCity(.post(try .json(body)), "/v1/auth/\(path)"))
  }

  private func patch(_ body: String, _ token: AccessToken?) throws -> RecordedAnswer {
    let body = HTTPRequest.Body(Data(body.utf8), .json)
    return server.change("PATCH", try request(.patch(body), token))
  }

  private func profile(_ token: AccessToken?) throws -> RecordedAnswer {
    server.get(try request(.get, token))
  }

  private func delete(_ token: AccessToken?) throws -> RecordedAnswer {
    var request = HTTPRequest.withoutCity(.delete, "/v1/auth/account")
    request.authorization = token
    return server.change("DELETE", request)
  }

  private func request(
    _ method: HTTPRequest.Method, _ token: AccessToken?
  ) throws -> HTTPRequest {
    let context = RequestContext(country: "KZ", city: 1_526_384, language: "en")
    var request = HTTPRequest(method, "/v1/profile", in: try #require(context))
    request.authorization = token
    return request
  }

  private struct Sent: Decodable {
    let challenge: String
  }

  private struct Tokens: Decodable {
    let accessToken: String
    let refreshToken: String
  }
}

extension RecordedAnswer {
  fileprivate func json<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}
