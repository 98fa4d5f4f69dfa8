/// The port through which a feature reaches its server.
///
/// Apps use ``NetworkingFactory/makeTransport(server:timeout:totalTimeout:clock:)``; tests and showcases pass a
/// transport of their own. A transport is bound to one server and may be used from any task.
public protocol Transport: Sendable {
  /// Sends a request and returns the server's answer, whatever its status.
  ///
  /// Redirects are not followed; they are answers. Cancelling the calling task ends the request with
  /// ``TransportError/cancelled``.
  ///
  /// - Parameters:
  ///   - request: What is asked.
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

  /// Sends a request and says what became of it, for callers that decide over every outcome.
  public func answer(to request: HTTPRequest) async -> Answer {
    do {
      return Answer(.success(try await send(request)), to: request)
    } catch {
      return Answer(.failure(error), to: request)
    }
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
  /// The server cannot be reached and has not been told anything; try again when the network is
  /// back. Said of a change only when it is certain: nothing of its body has been sent.
  case offline
  /// Nothing went to or came from the server for too long, or the whole exchange took too long; try
  /// again. A change may have been made.
  case timedOut
  /// The connection broke after the request, or a part of it, was sent; try again. A change may
  /// have been made.
  case connectionLost
  /// No trusted connection could be made, as behind the sign-in page of a network, with a text for
  /// logs; the server has not been told anything. Said of a change only when it is certain: nothing
  /// of its body has been sent.
  case untrusted(String)
  /// The body of a 2xx response is larger than the request's limit, in bytes. A change may have been
  /// made.
  case tooLarge(limit: Int)
  /// The calling task was cancelled. A change may have been made.
  case cancelled
  /// Anything else that broke the exchange, with a text for logs. A change may have been made.
  case failed(String)
}
