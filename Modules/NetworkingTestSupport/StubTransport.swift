public import Networking
import Synchronization
import Testing

/// A transport whose responses a test makes, and which records the requests.
public final class StubTransport: Transport {
  /// Returns the response to a request.
  public typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
  /// A call that interrupts a request.
  public typealias Call = @Sendable () async throws -> Void

  private struct State {
    typealias Outcome = Result<HTTPResponse, TransportError>

    var answer: Answer
    var prepared: [Outcome] = []
    var interruption: (path: String?, call: Call)?
    var requests: [HTTPRequest] = []
    var statuses: [Int] = []
  }

  private let state: Mutex<State>

  /// Creates a transport, whose requests time out unless another answer is given.
  public init(_ answer: @escaping Answer = { _ throws(TransportError) in throw .timedOut }) {
    state = Mutex(State(answer: answer))
  }

  /// Creates a transport to a server.
  public convenience init(over server: any Transport) {
    self.init { request throws(TransportError) in try await server.send(request) }
  }

  /// The requests, since the last call of ``prepare(_:)``.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The paths of ``requests``.
  public var paths: [String] { requests.map(\.path) }
  /// The statuses of the responses, in the sequence in which they arrived.
  public var statuses: [Int] { state.withLock { $0.statuses } }

  /// Replaces the answer to all later requests.
  public func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

  /// Prepares the results of the next requests, in order, and forgets the earlier requests.
  public func prepare(_ results: [Result<HTTPResponse, TransportError>]) {
    state.withLock { ($0.prepared, $0.requests) = (results, []) }
  }

  /// Makes a call once, while the next response is in transit; with a path, the next response to it.
  public func interrupt(at path: String? = nil, _ call: @escaping Call) {
    state.withLock { $0.interruption = (path, call) }
  }

  /// Answers a request.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let (result, answer) = state.withLock { state -> (State.Outcome?, Answer) in
      state.requests.append(request)
      return (state.prepared.isEmpty ? nil : state.prepared.removeFirst(), state.answer)
    }
    let response: HTTPResponse
    if let result { response = try result.get() } else { response = try await answer(request) }
    let call = state.withLock { state -> Call? in
      guard let next = state.interruption, next.path ?? request.path == request.path else {
        return nil
      }
      state.interruption = nil
      return next.call
    }
    do { try await call?() } catch { Issue.record(error) }
    state.withLock { $0.statuses.append(response.status) }
    return response
  }
}
