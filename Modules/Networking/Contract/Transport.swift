/// The port through which a feature reaches its server.
///
/// Apps use ``NetworkingFactory/makeTransport(server:timeout:)``; tests and showcases pass a
/// transport of their own. A transport is bound to one server and may be used from any task.
public protocol Transport: Sendable {
  /// Sends a request and returns the server's answer, whatever its status.
  ///
  /// Cancelling the calling task ends the request with ``TransportError/cancelled``.
  ///
  /// - Parameters:
  ///   - request: The resource to read.
  ///   - progress: Called as the body arrives, on any thread, with growing counts.
  /// - Returns: The answer with its whole body.
  /// - Throws: ``TransportError`` when there is no whole answer.
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse
}

extension Transport {
  /// Sends a request whose progress interests nobody.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, progress: { _ in })
  }
}

/// How much of a body has arrived.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes that have arrived.
  public let received: Int

  /// The bytes that the server announced, or `nil` when it announced none.
  public let expected: Int?

  /// Creates a measure of progress, for transports that do not use the network.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}

/// Why there is no whole answer.
public enum TransportError: Error, Sendable, Hashable {
  /// The server cannot be reached; try again when the network is back.
  case offline
  /// The server took too long; try again.
  case timedOut
  /// The body is larger than the request's limit, in bytes; asking again does not help.
  case tooLarge(limit: Int)
  /// The calling task was cancelled.
  case cancelled
  /// Anything else that broke the exchange, such as a certificate, with a text for logs.
  case failed(String)
}
