import Foundation
public import Networking
import Synchronization

/// An in-process server behind a simulated network, with delays and faults.
///
/// The server's state is a value of type `Model`. The caller can replace or change this value at any
/// time. With a virtual clock, such as ``InstantClock``, the same requests have the same duration in
/// every run.
///
/// ```swift
/// let server = SandboxServer(AddressesServerModel())
/// server.spoil(.answerLost)
/// server.change { $0.closedCities = [1_526_384] }
/// ```
public final class SandboxServer<Model: ServerModel>: Transport {
  /// A request and its outcome.
  public struct Exchange: Sendable {
    /// The request.
    public let request: HTTPRequest
    /// The status of the server's response; `nil` if the request did not reach the server.
    public let status: Int?
    /// Whether a response was sent to the app.
    ///
    /// The response is the server's own or one that a fault created. A response that breaks off in
    /// transit counts as sent. The value is `false` if the request failed, or if a fault removed
    /// the response.
    public let isHeard: Bool
  }

  private struct State {
    var model: Model
    var fault: SandboxFault?
    var queued: [(fault: RequestFault<Model>, isMeant: @Sendable (HTTPRequest) -> Bool)] = []
    var exchanges: [Exchange] = []
  }

  private let state: Mutex<State>
  private let pace: SandboxPace
  private let clock: any Clock<Duration>
  private let held = AsyncStream.makeStream(of: Void.self)

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - model: The initial state.
  ///   - pace: The pace of responses without a fault.
  ///   - clock: The clock that measures delays.
  public init(
    _ model: Model, pace: SandboxPace = .immediate, clock: any Clock<Duration> = ContinuousClock()
  ) {
    state = Mutex(State(model: model))
    self.pace = pace
    self.clock = clock
  }

  /// The current state of the server.
  public var model: Model { state.withLock { $0.model } }

  /// Changes the state of the server, and returns the result of the change.
  @discardableResult
  public func change<Result: Sendable>(_ body: (inout Model) -> Result) -> Result {
    state.withLock { body(&$0.model) }
  }

  /// The requests since the last call of ``takeChanges()``, even those that did not reach the
  /// server.
  public var requests: [HTTPRequest] { state.withLock { $0.exchanges.map(\.request) } }

  /// Returns the requests other than GET since the last call, in order, with their outcomes.
  ///
  /// Also clears ``requests``.
  public func takeChanges() -> [Exchange] {
    state.withLock { state in
      defer { state.exchanges = [] }
      return state.exchanges.filter { $0.request.method != .get }
    }
  }

  // MARK: Faults

  /// The active fault, which can change during a request; `nil` for none.
  public var fault: SandboxFault? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// Activates a fault in place of the active one, or ends the fault if it is already active.
  public func toggle(_ fault: SandboxFault) {
    state.withLock { $0.fault = $0.fault == fault ? nil : fault }
  }

  /// Queues faults, one for each of the next requests other than GET.
  public func spoil(_ faults: RequestFault<Model>...) {
    spoil(faults) { $0.method != .get }
  }

  /// Queues faults, one for each of the next requests for which `isMeant` returns `true`.
  public func spoil(
    _ faults: [RequestFault<Model>], isMeant: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    state.withLock { $0.queued += faults.map { ($0, isMeant) } }
  }

  /// Ends the active fault and discards the queued ones.
  public func endFaults() {
    state.withLock { ($0.fault, $0.queued) = (nil, []) }
  }

  /// The number of queued faults that are still waiting for a request.
  public var queuedFaults: Int { state.withLock { $0.queued.count } }

  /// Waits until a request arrives that ``SandboxFault/silent`` leaves unanswered.
  ///
  /// The first call waits for the first such request, the second call for the second one, and so
  /// on.
  public func holdsRequest() async {
    for await _ in held.stream { return }
  }

  // MARK: Transport

  /// Returns a transport to this server that uses another clock for delays.
  public func timed(by clock: any Clock<Duration>) -> some Transport {
    TimedServer(server: self, clock: clock)
  }

  /// Answers a request with the delays of the current pace, unless a fault prevents it.
  ///
  /// Two faults also affect a response in transit. ``SandboxFault/offline`` ends it, as a lost
  /// connection does. ``SandboxFault/stalled`` delays it until the fault ends or the caller
  /// cancels.
  ///
  /// Any other fault affects only the requests that begin while the fault is active. A queued fault
  /// takes precedence over the active one.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    try await send(request, clock, progress)
  }

  fileprivate func send(
    _ request: HTTPRequest, _ clock: any Clock<Duration>,
    _ progress: @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let fault = fault
    if fault == .silent {
      record(request, nil)
      held.continuation.yield()
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      throw .cancelled
    }
    let pace = fault == .slow ? .slow : self.pace
    do {
      try await pass(pace.latency, clock, cut: .offline)
    } catch {
      record(request, nil)
      throw error
    }
    let response = try exchange(request, standing: fault)
    let total = response.body.count
    var received = 0
    for step in 1...pace.steps {
      try await pass(pace.step, clock, cut: .connectionLost)
      while step > pace.steps / 2 && self.fault == .stalled {
        try await pass(max(pace.step, .milliseconds(25)), clock, cut: .connectionLost)
      }
      let arrived = total * step / pace.steps
      // This simulation knows the size of the response from the start, but a real transport does
      // not. Therefore the request fails only when more bytes have arrived than the limit allows.
      guard arrived <= request.sizeLimit else { throw .tooLarge(limit: request.sizeLimit) }
      if arrived > received { progress(TransferProgress(received: arrived, expected: total)) }
      received = arrived
    }
    return response
  }

  /// Applies a request, unless a fault prevents it, and returns what reaches the app.
  ///
  /// `standing` is the fault that was active when the request began. If a queued fault is meant for
  /// this request, the queued fault takes effect instead.
  private func exchange(
    _ request: HTTPRequest, standing: SandboxFault?
  ) throws(TransportError) -> HTTPResponse {
    try state.withLock { state in
      let queued = state.queued.firstIndex { $0.isMeant(request) }
      let fault = queued.map { state.queued.remove(at: $0).fault } ?? standing?.requestFault()
      var response = HTTPResponse.status(200)
      if fault?.reachesServer ?? true {
        response = state.model.answer(request)
        fault?.meanwhile(&state.model)
      }
      let outcome = fault?.replace(response) ?? .success(response)
      var isHeard = false
      if case .success = outcome { isHeard = true }
      let status = fault?.reachesServer ?? true ? response.status : nil
      state.exchanges.append(Exchange(request: request, status: status, isHeard: isHeard))
      return outcome
    }.get()
  }

  private func record(_ request: HTTPRequest, _ status: Int?) {
    state.withLock {
      $0.exchanges.append(Exchange(request: request, status: status, isHeard: false))
    }
  }

  private func pass(
    _ duration: Duration, _ clock: any Clock<Duration>, cut: TransportError
  ) async throws(TransportError) {
    guard fault != .offline else { throw cut }
    guard duration > .zero else { return }
    // Sleeping fails only if the task is canceled.
    do { try await clock.sleep(for: duration) } catch { throw .cancelled }
    guard fault != .offline else { throw cut }
  }
}

private struct TimedServer<Model: ServerModel>: Transport {
  let server: SandboxServer<Model>
  let clock: any Clock<Duration>

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    try await server.send(request, clock, progress)
  }
}

extension SandboxFault {
  /// Returns the fault that replaces the response of each request while this fault is active.
  ///
  /// Returns `nil` if this fault replaces no responses, but only delays or prevents them.
  fileprivate func requestFault<Model>() -> RequestFault<Model>? {
    switch self {
    case .errors: .status(503)
    case .garbage: .garbage
    case .offline, .slow, .stalled, .silent: nil
    }
  }
}
