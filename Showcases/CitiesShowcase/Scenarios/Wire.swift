import Networking
import Synchronization

/// What lies between the app and its server: it counts what comes in, and knows when.
final class Wire: Transport {
  private let transport: any Transport
  private let received = Mutex(0)
  private let arrival = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ transport: any Transport) {
    self.transport = transport
  }

  /// The bytes of all bodies so far.
  var bytes: Int { received.withLock { $0 } }

  /// Does something when the next answer has come and before the app has it.
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
