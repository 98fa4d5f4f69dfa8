import Foundation
import Networking

// The code of the documentation's listings; `Tests/Checks/Documentation/examples` compares them.

extension Screen {
  func refresh(
    _ transport: any Transport, in context: RequestContext, _ stored: (menu: Menu, etag: ETag?)
  ) async throws {
    var request = HTTPRequest(.get, "/v1/menu", in: context)
    request.precondition = stored.etag.map { .hasChanged(since: $0) }

    switch await transport.answer(to: request) {
    case .success(let response): show(try response.json(Menu.self), validator: response.etag)
    case .notModified(let etag): showStored(validator: etag)
    case .unauthorized: signIn()
    case .notSent, .outcomeUnknown, .tryLater: offerRetry()
    case .conflict, .notFound, .rejected: showRefusal()
    }
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
  let patient = NetworkingFactory.makeTransport(
    server: server, allowsExpensiveAccess: false, allowsConstrainedAccess: false)
  return patient
}

private func authorize(_ server: any Transport, _ session: some Authorizer) -> any Transport {
  let transport = NetworkingFactory.makeTransport(authorizing: server, by: session)
  return transport
}
