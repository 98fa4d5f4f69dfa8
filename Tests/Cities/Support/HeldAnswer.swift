import Networking
import Synchronization

/// Response that a test holds and releases explicitly, so that no test depends on time.
public final class HeldAnswer: Sendable {
  private let arrival = AsyncStream<Never>.makeStream()
  private let departure = AsyncStream<Never>.makeStream()
  private let fault = Mutex<ServerFault?>(nil)
  private let progress = Mutex<(@Sendable (TransferProgress) -> Void)?>(nil)

  init() {}

  /// Waits until the request has reached the server.
  public func arrived() async { await arrival.stream.end() }

  /// Reports progress of the response.
  public func report(_ received: Int, of expected: Int?) {
    progress.withLock { $0 }?(TransferProgress(received: received, expected: expected))
  }

  /// Releases the response.
  ///
  /// - Parameter fault: Fault of this response; `nil` for the fault of the server.
  public func release(_ fault: ServerFault? = nil) {
    self.fault.withLock { $0 = fault }
    departure.continuation.finish()
  }

  /// Suspends the request on the server until the release; cancellation ends the suspension.
  func pass(
    _ progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> ServerFault? {
    self.progress.withLock { $0 = progress }
    arrival.continuation.finish()
    await departure.stream.end()
    if Task.isCancelled { throw .cancelled }
    return fault.withLock { $0 }
  }
}

extension AsyncStream<Never> {
  /// Waits until the stream ends or the task is canceled.
  fileprivate func end() async {
    var elements = makeAsyncIterator()
    _ = await elements.next()
  }
}
