import Foundation
import Networking

// The code of the documentation's listings; `Tests/Checks/Documentation/examples` compares them.

extension Screen {
  func refresh(
    _ transport: any Transport, in context: RequestContext, _ stored: (menu: Menu, etag: ETag?)
  ) async throws {
    var request = HTTPRequest(.get, "/v1/menu", in: context)
    request.ifChangedSince = stored.etag

    switch await transport.answer(to: request) {
    case .success(let response): show(try response.json(Menu.self), validator: response.etag)
    case .notModified(let etag): showStored(validator: etag)
    case .unauthorized: signIn()
    case .notSent, .outcomeUnknown, .tryLater: offerRetry()
    case .conflict, .notFound, .rejected: showRefusal()
    }
  }
}

extension Screen {
  func load(_ request: HTTPRequest, _ transport: any Transport) async throws(UnusableBody) {
    guard case .success(let response) = await transport.answer(to: request) else {
      return offerRetry()
    }
    show(try response.json(Menu.self), validator: response.etag)
  }
}

private struct Menu: Decodable {}

/// A screen that shows the outcome of a request.
private protocol Screen {
  func show(_ menu: Menu, validator: ETag?)
  func showStored(validator: ETag)
  func signIn()
  func offerRetry()
  func showRefusal()
}

private func makePatientTransport(to server: URL) -> any Transport {
  let patient = URLSessionTransport(
    server: server, allowsExpensiveAccess: false, allowsConstrainedAccess: false)
  return patient
}

private func authorize(_ server: any Transport, _ session: some Authorizer) -> any Transport {
  let transport = AuthorizedTransport(server, by: session)
  return transport
}

private func makeCredential(_ form: TokenForm, at now: Date) -> Credential? {
  guard let token = AccessToken(form.accessToken) else { return nil }
  return Credential(token, expiresAt: now.addingTimeInterval(form.lifetime))
}

private struct TokenForm {
  let accessToken: String
  let lifetime: TimeInterval
}

private func renew(_ answer: ResponseOutcome, store: (HTTPResponse) -> Void) -> RenewalOutcome {
  guard case .success(let response) = answer else {
    return RenewalOutcome(answer, revokedBy: ["sessionEnded"])
  }
  store(response)
  return .renewed
}

private func makeRequests(in context: RequestContext) -> [HTTPRequest] {
  let cities = HTTPRequest.withoutCity(.get, "/v1/cities")
  let menu = HTTPRequest(.get, "/v1/menu", query: ["fulfilment": "delivery"], in: context)
  return [cities, menu]
}

private func makeRequest(
  _ draft: [String: String], _ key: IdempotencyKey, in context: RequestContext
) throws(UnusableBody) -> HTTPRequest {
  var request = HTTPRequest(.post(try .json(draft)), "/v1/addresses", in: context)
  request.idempotencyKey = key
  return request
}

private func makeResponses() -> [HTTPResponse] {
  let found = HTTPResponse(status: 200, body: Data(#"{"name": "Pizza"}"#.utf8))
  let closed = HTTPResponse(problem: "cartClosed", status: 410)
  return [found, closed]
}

private func read(_ response: HTTPResponse) throws(UnusableBody) -> Menu {
  let menu = try response.json(Menu.self)
  return menu
}

private func makeKeys(_ photos: [Data]) -> [IdempotencyKey]? {
  guard let key = IdempotencyKey(rawValue: UUID().uuidString) else { return nil }
  let photoKeys = photos.indices.map { "\(key)-\($0)" as IdempotencyKey }
  return photoKeys
}

private func connect(to url: URL, _ session: some Authorizer) -> any Transport {
  let server = URLSessionTransport(server: url)
  let transport = AuthorizedTransport(server, by: session)
  return transport
}

private func react(to outcome: ResponseOutcome, showNewCart: () -> Void) {
  if case .notFound(let problem) = outcome, problem.code == "cartClosed" { showNewCart() }
}

private func download(
  _ request: HTTPRequest, _ transport: any Transport, showingProgressIn bar: any ProgressBar
) async throws(TransportError) -> HTTPResponse {
  let response = try await transport.send(request) { progress in
    bar.show(progress.received, of: progress.expected)
  }
  return response
}

private nonisolated protocol ProgressBar: Sendable {
  func show(_ received: Int, of expected: Int?)
}
