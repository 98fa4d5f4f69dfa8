import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request under way: collects the body of its answer, holds it to its limit, reports once when
/// it ends.
struct Exchange: Sendable {
  let request: HTTPRequest
  let progress: @Sendable (TransferProgress) -> Void
  let finish: @Sendable (Result<HTTPResponse, TransportError>) -> Void
  /// Grows with every sign of life, in either direction.
  private(set) var activity = 0
  private var body = Data()
  private var expected: Int?

  init(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void,
    finish: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) {
    self.request = request
    self.progress = progress
    self.finish = finish
  }

  var isTooLarge: Bool { max(body.count, expected ?? 0) > request.sizeLimit }

  mutating func noticeActivity() { activity += 1 }

  mutating func receive(_ response: URLResponse) {
    activity += 1
    let length = response.expectedContentLength
    if length >= 0 { expected = Int(clamping: length) }
  }

  mutating func receive(_ data: Data) {
    activity += 1
    body.append(data)
  }

  func reportProgress() {
    progress(TransferProgress(received: body.count, expected: expected))
  }

  func complete(_ task: URLSessionTask, _ error: (any Error)?) {
    let response = task.response as? HTTPURLResponse
    if let response, isTooLarge {
      let isSuccess = (200...299).contains(response.statusCode)
      finish(
        isSuccess
          ? .failure(.tooLarge(limit: request.sizeLimit))
          : .success(HTTPResponse(response, body: Data())))
    } else if let error {
      finish(.failure(TransportError(error, wasSent: task.mayHaveSent(request))))
    } else if let response {
      finish(.success(HTTPResponse(response, body: body)))
    } else {
      finish(.failure(.failed("the answer is not HTTP")))
    }
  }
}

extension HTTPResponse {
  fileprivate init(_ response: HTTPURLResponse, body: Data) {
    self.init(
      status: response.statusCode, body: body,
      header: { response.value(forHTTPHeaderField: $0) })
  }
}
