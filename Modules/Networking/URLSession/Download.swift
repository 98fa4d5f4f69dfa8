import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One answer on its way in: collects the body, holds it to its limit, reports once when it ends.
struct Download: Sendable {
  let sizeLimit: Int
  let progress: @Sendable (TransferProgress) -> Void
  let finish: @Sendable (Result<HTTPResponse, TransportError>) -> Void
  private var body = Data()
  private var expected: Int?

  init(
    sizeLimit: Int, progress: @escaping @Sendable (TransferProgress) -> Void,
    finish: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) {
    self.sizeLimit = sizeLimit
    self.progress = progress
    self.finish = finish
  }

  var isTooLarge: Bool { body.count > sizeLimit }

  mutating func receive(_ data: Data, of response: URLResponse?) {
    body.append(data)
    if let length = response?.expectedContentLength, length >= 0 { expected = Int(length) }
  }

  func reportProgress() {
    progress(TransferProgress(received: body.count, expected: expected))
  }

  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    if isTooLarge {
      finish(.failure(.tooLarge(limit: sizeLimit)))
    } else if let error {
      finish(.failure(TransportError(error)))
    } else if let response = response as? HTTPURLResponse {
      finish(.success(HTTPResponse(status: response.statusCode, body: body)))
    } else {
      finish(.failure(.failed("the answer is not HTTP")))
    }
  }
}

extension TransportError {
  init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .notConnectedToInternet, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost,
      .dnsLookupFailed:
      self = .offline
    case nil: self = .failed("\(error)")
    default:
      // Such an error prints as a page; its cause says it in one line.
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      self = .failed((cause ?? error as NSError).localizedDescription)
    }
  }
}
