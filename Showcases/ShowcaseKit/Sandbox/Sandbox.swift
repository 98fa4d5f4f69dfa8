public import Foundation
public import Networking
import Synchronization

/// A server inside the process, with answers to changes that can be lost on their way.
///
/// The server is a value: what it answers, and what answering changes, are functions of it.
public final class Sandbox<Model: Sendable>: Transport {
  /// A change that has arrived.
  public struct Change: Sendable {
    /// What was sent.
    public let request: HTTPRequest
    /// How it was answered.
    public let status: Int
    /// Whether the answer came back.
    public let isHeard: Bool
  }

  private struct State {
    var model: Model
    var lostAnswers = 0
    var changes: [Change] = []
  }

  private let state: Mutex<State>
  private let answer: @Sendable (inout Model, HTTPRequest) -> HTTPResponse

  /// Makes a server of a model, and of how the model answers a request.
  public init(
    _ model: Model, answer: @escaping @Sendable (inout Model, HTTPRequest) -> HTTPResponse
  ) {
    state = Mutex(State(model: model))
    self.answer = answer
  }

  /// The server itself.
  public var model: Model { state.withLock { $0.model } }

  /// Does something at the server.
  public func change(_ body: (inout Model) -> Void) {
    state.withLock { body(&$0.model) }
  }

  /// Loses the next answers to changes.
  public func loseAnswers(_ count: Int) {
    state.withLock { $0.lostAnswers = count }
  }

  /// The changes that have arrived since the last look, those included that had arrived before.
  public func takeChanges() -> [Change] {
    state.withLock { state in
      defer { state.changes = [] }
      return state.changes
    }
  }

  /// Answers at once, unless the answer gets lost.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = state.withLock { state -> HTTPResponse? in
      let response = answer(&state.model, request)
      guard request.method != .get else { return response }
      let isHeard = state.lostAnswers == 0
      if !isHeard { state.lostAnswers -= 1 }
      state.changes.append(
        Change(request: request, status: response.status, isHeard: isHeard))
      return isHeard ? response : nil
    }
    guard let response else { throw .connectionLost }
    return response
  }

  /// The way to a real server if there is one, else to this one, which takes its time.
  ///
  /// - Parameters:
  ///   - server: The real server, which stores its data itself.
  ///   - didChange: Is called after each change, before its answer arrives.
  /// - Returns: The transport.
  public func transport(
    or server: URL?, didChange: @escaping @Sendable () async -> Void = {}
  ) -> any Transport {
    if let server { return NetworkingFactory.makeTransport(server: server) }
    return Slow(server: self, didChange: didChange)
  }

  private struct Slow: Transport {
    let server: Sandbox
    let didChange: @Sendable () async -> Void

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      // The clock has one reason not to sleep: the task is cancelled.
      do { try await Task.sleep(for: .milliseconds(700)) } catch { throw .cancelled }
      let answer: Result<HTTPResponse, TransportError>
      do throws(TransportError) {
        answer = .success(try await server.send(request, progress: progress))
      } catch {
        // The answer to a change was lost, and the server has made the change.
        answer = .failure(error)
      }
      if request.method != .get { await didChange() }
      return try answer.get()
    }
  }
}
