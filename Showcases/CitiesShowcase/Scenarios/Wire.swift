import Networking
import Synchronization

/// A transport that counts the received bytes and can run code when a response arrives.
final class Wire: Transport {
  private let transport: any Transport
  private let received = Mutex(0)
  private let arrival = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ transport: any Transport) {
    self.transport = transport
  }

  /// The total size of all response bodies so far.
  var bytes: Int { received.withLock { $0 } }

  /// Runs `body` once, when the next response has arrived and before the app receives it.
  func atNextAnswer(_ body: @escaping @Sendable () -> Void) {
    arrival.withLock { $0 = body }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request, progress: progress)
    received.withLock { $0 += response.body.count }
    let body = arrival.withLock { arrival in
      defer { arrival = nil }
      return arrival
    }
    body?()
    return response
  }
}
