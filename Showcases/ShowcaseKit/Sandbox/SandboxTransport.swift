public import Networking

/// A server inside the process: the feature under show sees a network, slow and faulty at will.
///
/// With a ``ScriptedClock`` the same requests take the same time in every run.
public struct SandboxTransport: Transport {
  private let pace: SandboxPace
  private let clock: any Clock<Duration>
  private let faults: SandboxFaults
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse

  /// Makes a transport to a server that is one function.
  ///
  /// - Parameters:
  ///   - pace: How long answers take while there is no fault.
  ///   - clock: The time that answers take; a continuous clock full screen, a scripted one else.
  ///   - faults: What goes wrong, switchable while requests are under way.
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

  /// Answers at the pace of the moment, or fails as the faults say.
  ///
  /// Going offline also ends an answer that is on its way, as a lost connection, and a stalled line holds it until the
  /// line moves again or the caller gives up; the other faults are taken as they are when the request begins.
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
      // A transport may stop reading only after the byte that is too many, never before.
      guard arrived <= request.sizeLimit else { throw .tooLarge(limit: request.sizeLimit) }
      if arrived > received { progress(TransferProgress(received: arrived, expected: total)) }
      received = arrived
    }
    return response
  }

  private func pass(_ duration: Duration, cut: TransportError) async throws(TransportError) {
    guard faults.active != .offline else { throw cut }
    // The sleep throws only when the task is cancelled.
    do { try await clock.sleep(for: duration) } catch { throw .cancelled }
    guard faults.active != .offline else { throw cut }
  }
}
