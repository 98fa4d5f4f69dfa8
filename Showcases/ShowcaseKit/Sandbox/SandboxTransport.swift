public import Networking

/// A transport to an in-process server over a simulated network, with delays and faults.
///
/// With a ``ScriptedClock``, the same requests have the same duration in every run.
public struct SandboxTransport: Transport {
  private let pace: SandboxPace
  private let clock: any Clock<Duration>
  private let faults: SandboxFaults
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse

  /// Creates a transport to a server that is a function.
  ///
  /// - Parameters:
  ///   - pace: The pace of responses without a fault.
  ///   - clock: The clock for delays: a continuous clock in full screen, a scripted one in
  ///     scenarios.
  ///   - faults: The active fault, which can change during a request.
  ///   - answer: The server; it must answer unknown paths too, with 404.
  public init(
    pace: SandboxPace = .normal, clock: any Clock<Duration>, faults: SandboxFaults,
    answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.pace = pace
    self.clock = clock
    self.faults = faults
    self.answer = answer
  }

  /// Answers at the current pace, or fails as the active fault requires.
  ///
  /// Going offline also ends a response in transit, as a lost connection. A stall holds it until
  /// the fault ends or the caller cancels. All other faults apply as they are when the request
  /// begins.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let fault = faults.active
    let pace = fault == .slow ? .slow : self.pace
    try await pass(pace.latency, cut: .offline)
    let response = fault?.spoil(request, answer) ?? answer(request)
    let total = response.body.count
    var received = 0
    for step in 1...pace.steps {
      repeat {
        try await pass(pace.step, cut: .connectionLost)
      } while step > pace.steps / 2 && faults.active == .stalled
      let arrived = total * step / pace.steps
      // A real transport detects the limit only after it receives the first byte beyond it.
      guard arrived <= request.sizeLimit else { throw .tooLarge(limit: request.sizeLimit) }
      if arrived > received { progress(TransferProgress(received: arrived, expected: total)) }
      received = arrived
    }
    return response
  }

  private func pass(_ duration: Duration, cut: TransportError) async throws(TransportError) {
    guard faults.active != .offline else { throw cut }
    // Sleeping fails only if the task is canceled.
    do { try await clock.sleep(for: duration) } catch { throw .cancelled }
    guard faults.active != .offline else { throw cut }
  }
}
