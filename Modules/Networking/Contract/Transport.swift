/// A client of one server, which sends requests and returns responses.
///
/// Apps use ``URLSessionTransport``; tests and showcases supply their own. A transport may be used from any
/// task.
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
  ///     of received bytes increases with each call, until the request is repeated.
  /// - Returns: The response with its complete body.
  /// - Throws: ``TransportError`` if no complete response arrived.
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse
}

extension Transport {
  /// Sends a request as ``send(_:progress:)`` does, for a caller that shows no progress.
  public func send(
    _ request: HTTPRequest, isolation: isolated (any Actor)? = #isolation
  ) async throws(TransportError) -> HTTPResponse {
    try await send(request, progress: { _ in })
  }

  /// Sends a request and returns its outcome; an error of the transport is an outcome, too.
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
