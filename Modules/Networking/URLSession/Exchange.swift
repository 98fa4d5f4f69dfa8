import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state of a running request, with the part of the response body that has arrived.
///
/// An exchange enforces ``HTTPRequest/sizeLimit``. It calls the closure `finish` exactly once, with the
/// response or the error.
struct Exchange: Sendable {
  let request: HTTPRequest
  let stopwatch: Stopwatch
  let progress: @Sendable (TransferProgress) -> Void
  let finish: @Sendable (Result<HTTPResponse, TransportError>) -> Void
  /// The time at which the last byte was sent or received, measured from the start of the exchange.
  private(set) var lastActivity = Duration.zero
  private(set) var body = Data()
  private(set) var expected: Int?
  private(set) var hasTrailer = false

  /// Whether the request's task has to be canceled at once, before the rest of the response arrives.
  ///
  /// The value is `true` if the body is too large. With FoundationNetworking, it is also `true` if the
  /// response announces a trailer, because receiving a trailer crashes the process.
  var mustCancel: Bool { isTooLarge || hasTrailer }

  private var isTooLarge: Bool { max(body.count, expected ?? 0) > request.sizeLimit }

  mutating func noticeActivity() { lastActivity = stopwatch.elapsed() }

  mutating func receive(_ response: URLResponse) {
    noticeActivity()
    #if canImport(FoundationNetworking)
      hasTrailer = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Trailer") != nil
    #endif
    let length = response.expectedContentLength
    if length >= 0 { expected = Int(clamping: length) }
  }

  mutating func receive(_ data: Data) {
    noticeActivity()
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
    } else if mustCancel {
      finish(.failure(.failed("the response announces a trailer")))
    } else if let error {
      finish(.failure(TransportError(error, wasSent: task.mayHaveSent(request))))
    } else if let response {
      finish(.success(HTTPResponse(response, body: body)))
    } else {
      finish(.failure(.failed("the response is not HTTP")))
    }
  }
}
