/// A client of one server, which sends requests and returns responses.
///
/// Apps use ``URLSessionTransport``; tests and showcases supply their own. A transport
/// may be used from any task.
public protocol Transport: Sendable {
  /// Sends a request and returns the server's response, regardless of its status.
  ///
  /// Redirects are returned as responses and not followed. Canceling the calling task ends the
  /// request with ``TransportError/cancelled``.
  ///
  /// ```swift
  /// let response = try await transport.send(request) { progress in
  ///   bar.show(progress.received, of: progress.expected)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - progress: A closure that is called while the response body arrives, on any thread. The number
  ///     of received bytes increases with each call.
  /// - Returns: The response with its complete body.
  /// - Throws: ``TransportError`` if no complete response arrived.
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse
}

extension Transport {
  /// Sends a request without reporting progress.
  public func send(
    _ request: HTTPRequest, isolation: isolated (any Actor)? = #isolation
  ) async throws(TransportError) -> HTTPResponse {
    try await send(request, progress: { _ in })
  }

  /// Sends a request and classifies the outcome.
  ///
  /// ```swift
  /// guard case .success(let response) = await transport.answer(to: request) else {
  ///   return offerRetry()
  /// }
  /// show(try response.json(Menu.self), validator: response.etag)
  /// ```
  public func answer(to request: HTTPRequest) async -> ResponseOutcome {
    do {
      return ResponseOutcome(.success(try await send(request)), to: request)
    } catch {
      return ResponseOutcome(.failure(error), to: request)
    }
  }
}

/// The progress of downloading a response body.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes of the decompressed body that have arrived.
  public let received: Int

  /// The size of the body that the server announced, in bytes; `nil` if it announced none.
  public let expected: Int?

  /// Creates a progress value, for transports that do not use the network.
  ///
  /// Both numbers are in bytes; `expected` is `nil` if the server announced no size.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}

/// The reason why no complete response arrived.
public enum TransportError: Error, Sendable, Hashable {
  /// The server is unreachable; try again when the network is available.
  ///
  /// For a request other than a GET, this error is reported only if the server certainly has not
  /// executed the request.
  case offline
  /// No byte was transferred during the timeout, or the call exceeded its total timeout; try again.
  ///
  /// The server may have executed the request.
  case timedOut
  /// The connection broke, and a part of the request may have been sent; try again.
  ///
  /// The server may have executed the request.
  case connectionLost
  /// No trusted connection could be established, for example behind a network's sign-in page.
  ///
  /// The text is for logs. For a request other than a GET, this error is reported only if the server
  /// certainly has not executed the request.
  case untrusted(String)
  /// The body of a 2xx response is larger than the request's limit, in bytes.
  ///
  /// The server may have executed the request.
  case tooLarge(limit: Int)
  /// The calling task was canceled.
  ///
  /// The server may have executed the request.
  case cancelled
  /// Any other failure of the exchange, with a text for logs.
  ///
  /// The server may have executed the request.
  case failed(String)
}

extension TransportError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .offline: "no network"
    case .timedOut: "the server took too long"
    case .connectionLost: "the connection broke"
    case .untrusted: "the connection is not trusted"
    case .tooLarge(let limit): "the response is larger than \(limit) bytes"
    case .cancelled: "canceled"
    case .failed(let reason): "the request failed: \(reason)"
    }
  }
}
