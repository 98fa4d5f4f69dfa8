public import Foundation
public import Networking
import Synchronization

/// An in-process server that can lose its responses to changes.
///
/// The server is a value of type `Model`. A function computes each response and may modify the
/// model.
public final class Sandbox<Model: Sendable>: Transport {
  /// A change that the server has received.
  public struct Change: Sendable {
    /// The request.
    public let request: HTTPRequest
    /// The status of the response.
    public let status: Int
    /// Whether the response reached the app.
    public let isHeard: Bool
  }

  private struct State {
    var model: Model
    var lostAnswers = 0
    var changes: [Change] = []
  }

  private let state: Mutex<State>
  private let answer: @Sendable (inout Model, HTTPRequest) -> HTTPResponse

  /// Creates a server from a model and the function that answers its requests.
  public init(
    _ model: Model, answer: @escaping @Sendable (inout Model, HTTPRequest) -> HTTPResponse
  ) {
    state = Mutex(State(model: model))
    self.answer = answer
  }

  /// The current model.
  public var model: Model { state.withLock { $0.model } }

  /// Modifies the model.
  public func change(_ body: (inout Model) -> Void) {
    state.withLock { body(&$0.model) }
  }

  /// Loses the responses to the next `count` changes.
  public func loseAnswers(_ count: Int) {
    state.withLock { $0.lostAnswers = count }
  }

  /// Returns the changes received since the last call, including repeated ones, and clears them.
  public func takeChanges() -> [Change] {
    state.withLock { state in
      defer { state.changes = [] }
      return state.changes
    }
  }

  /// Answers without delay, or throws `.connectionLost` if the response is to be lost.
  ///
  /// A lost response does not undo the change at the server.
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

  /// Returns a transport to a real server, or to this one with a delay of 700 ms per request.
  ///
  /// - Parameters:
  ///   - server: The URL of a real server, which stores its own data, or `nil` for this one.
  ///   - didChange: Called after each change at this server, before the app receives the response.
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
      // Sleeping fails only if the task is canceled.
      do { try await Task.sleep(for: .milliseconds(700)) } catch { throw .cancelled }
      let answer: Result<HTTPResponse, TransportError>
      do throws(TransportError) {
        answer = .success(try await server.send(request, progress: progress))
      } catch {
        // The response was lost, but the server has applied the change.
        answer = .failure(error)
      }
      if request.method != .get { await didChange() }
      return try answer.get()
    }
  }
}
