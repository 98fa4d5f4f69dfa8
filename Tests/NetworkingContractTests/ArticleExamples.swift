import Networking

// Code of the documentation, line by line: Tests/Documentation/examples compares them.

extension Screen {
  func refresh(
    _ transport: any Transport, in context: RequestContext, _ kept: (menu: Menu, etag: ETag?)
  ) async throws {
    var request = HTTPRequest(.get, "/v1/menu", in: context)
    request.precondition = kept.etag.map { .hasChanged(since: $0) }

    switch await transport.answer(to: request) {
    case .success(let response): show(try response.json(Menu.self), keptUnder: response.etag)
    case .notModified(let etag): keepShowing(under: etag)
    case .unauthorised: signIn()
    case .notSent, .outcomeUnknown, .tryLater: offerRetry()
    case .conflict, .gone, .rejected: apologise()
    }
  }
}

private struct Menu: Decodable {}

/// Screen that shows the outcome of a request.
private protocol Screen {
  func show(_ menu: Menu, keptUnder etag: ETag?)
  func keepShowing(under etag: ETag)
  func signIn()
  func offerRetry()
  func apologise()
}
