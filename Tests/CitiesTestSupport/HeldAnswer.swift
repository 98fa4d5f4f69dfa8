import Networking
import Synchronization

/// An answer that stays on its way until a test lets it go; nobody waits for time to pass.
public final class HeldAnswer: Sendable {
  private let arrival = AsyncStream<Never>.makeStream()
  private let departure = AsyncStream<Never>.makeStream()
  private let fault = Mutex<ServerFault?>(nil)
  private let progress = Mutex<(@Sendable (TransferProgress) -> Void)?>(nil)

  init() {}

  /// Returns when the request has reached the server.
  public func arrived() async { await arrival.stream.end() }

  /// Lets some bytes through.
  public func report(_ received: Int, of expected: Int?) {
    progress.withLock { $0 }?(TransferProgress(received: received, expected: expected))
  }

  /// Lets the answer go.
  ///
  /// - Parameter fault: What goes wrong with it; `nil` for what goes wrong with every answer.
  public func release(_ fault: ServerFault? = nil) {
    self.fault.withLock { $0 = fault }
    departure.continuation.finish()
  }

  /// Waits on the server's side; a cancelled request waits no longer.
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
  /// Returns when the stream has ended, or the task has been cancelled.
  fileprivate func end() async {
    var elements = makeAsyncIterator()
    _ = await elements.next()
  }
}
