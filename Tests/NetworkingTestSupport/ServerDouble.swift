import Foundation
public import Networking
import Synchronization

/// Server for tests, with configurable network faults.
///
/// The server is a value: its responses and changes are functions of the model.
public final class ServerDouble<Model: Sendable>: Transport {
  private struct Conditions {
    var model: Model
    var faults: [ServerFault<Model>] = []
    var requests: [HTTPRequest] = []
    var hostile: (answers: [HostileAnswer], isMeant: @Sendable (HTTPRequest) -> Bool)?
    var isSilent = false
  }

  private let conditions: Mutex<Conditions>
  private let held = AsyncStream.makeStream(of: Void.self)
  private let answer: @Sendable (inout Model, HTTPRequest) -> HTTPResponse

  /// Creates a server from a model and a function that answers requests.
  public init(
    _ model: Model, answer: @escaping @Sendable (inout Model, HTTPRequest) -> HTTPResponse
  ) {
    conditions = Mutex(Conditions(model: model))
    self.answer = answer
  }

  /// Sent requests in order, including those that did not reach the server.
  public var requests: [HTTPRequest] { conditions.withLock { $0.requests } }

  /// Current state of the server.
  public var model: Model { conditions.withLock { $0.model } }

  /// Changes the state of the server.
  public func change(_ body: (inout Model) -> Void) {
    conditions.withLock { body(&$0.model) }
  }

  /// Whether the server receives requests but does not answer until they are canceled.
  public var isSilent: Bool {
    get { conditions.withLock { $0.isSilent } }
    set { conditions.withLock { $0.isSilent = newValue } }
  }

  /// Waits for the next unanswered request; each request counts once.
  public func holdsRequest() async {
    for await _ in held.stream { return }
  }

  /// Queues faults, one for each of the next changes; GET requests are not affected.
  public func spoil(_ faults: ServerFault<Model>...) {
    conditions.withLock { $0.faults += faults }
  }

  /// Replaces the responses to the next matching requests, in order.
  public func intercept(
    _ answers: [HostileAnswer], isMeant: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    conditions.withLock { $0.hostile = (answers, isMeant) }
  }

  /// Number of replacement responses not yet used.
  public var interceptions: Int { conditions.withLock { $0.hostile?.answers.count ?? 0 } }

  /// Answers with the model, or with a queued replacement or fault.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    if isSilent {
      conditions.withLock { $0.requests.append(request) }
      held.continuation.yield()
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      throw .cancelled
    }
    let result = conditions.withLock { conditions -> Result<HTTPResponse, TransportError> in
      conditions.requests.append(request)
      if let hostile = conditions.hostile, let next = hostile.answers.first,
        hostile.isMeant(request)
      {
        conditions.hostile?.answers.removeFirst()
        let none = HTTPResponse(status: 200, body: Data())
        return next.replace(
          next.hasReachedService ? answer(&conditions.model, request) : none)
      }
      let isChange = request.method != .get
      let fault = isChange && !conditions.faults.isEmpty ? conditions.faults.removeFirst() : nil
      switch fault {
      case .unsent: return .failure(.offline)
      case .lost: return .failure(.timedOut)
      case .answerLost(let meanwhile):
        _ = answer(&conditions.model, request)
        meanwhile(&conditions.model)
        return .failure(.connectionLost)
      case .status(let status):
        return .success(HTTPResponse(status: status, body: Data()))
      case .body(let text):
        let status = answer(&conditions.model, request).status
        return .success(HTTPResponse(status: status, body: Data(text.utf8)))
      case nil: return .success(answer(&conditions.model, request))
      }
    }
    return try result.get()
  }
}

/// Fault of one request.
public enum ServerFault<Model>: Sendable {
  /// The request does not leave the device.
  case unsent
  /// The request does not reach the server.
  case lost
  /// The server handles the request, then changes, and the response is lost.
  case answerLost(meanwhile: @Sendable (inout Model) -> Void)
  /// An intermediary answers with this status, and the server does not receive the request.
  case status(Int)
  /// The server handles the request, and this body replaces its own.
  case body(String)

  /// A fault in which the server handles the request and the response is lost.
  public static var answerLost: ServerFault { .answerLost { _ in } }
}
