import Networking
import Sandbox
import Synchronization

/// A transport for requests that begin at the same virtual time.
///
/// If concurrent tasks sleep on one ``InstantClock``, their sleeps add up. Therefore each request
/// gets its own clock. When a request ends, the scenario's clock advances to the end of the
/// request. If the scenario's clock is already later, it does not change.
final class ParallelRequests: Transport {
  private let clock: InstantClock
  private let beginning: Mutex<InstantClock.Instant>
  private let transport: @Sendable (_ clock: InstantClock) -> any Transport

  init(
    _ clock: InstantClock, transport: @escaping @Sendable (_ clock: InstantClock) -> any Transport
  ) {
    self.clock = clock
    beginning = Mutex(clock.now)
    self.transport = transport
  }

  /// Makes the next requests begin at the current virtual time.
  func begin() {
    beginning.withLock { $0 = clock.now }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let own = InstantClock()
    let beginning = beginning.withLock { $0 }
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) {
      result = .success(try await transport(own).send(request, progress: progress))
    } catch {
      result = .failure(error)
    }
    let end = beginning.advanced(by: own.now.sinceStart)
    do { try await clock.sleep(until: end, tolerance: nil) } catch { throw .cancelled }
    return try result.get()
  }
}
