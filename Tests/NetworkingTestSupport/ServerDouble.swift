import Foundation
public import Networking
import Synchronization

/// A server behind a network on which whatever can go wrong does so when told.
///
/// The server is a value: what it answers, and what answering changes, are functions of it.
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

  /// Makes a server of a model, and of how the model answers a request.
  public init(
    _ model: Model, answer: @escaping @Sendable (inout Model, HTTPRequest) -> HTTPResponse
  ) {
    conditions = Mutex(Conditions(model: model))
    self.answer = answer
  }

  /// The requests that were sent, in order, those included that did not arrive.
  public var requests: [HTTPRequest] { conditions.withLock { $0.requests } }

  /// The server itself.
  public var model: Model { conditions.withLock { $0.model } }

  /// Does something at the server.
  public func change(_ body: (inout Model) -> Void) {
    conditions.withLock { body(&$0.model) }
  }

  /// Whether requests arrive and are not answered until they are cancelled.
  public var isSilent: Bool {
    get { conditions.withLock { $0.isSilent } }
    set { conditions.withLock { $0.isSilent = newValue } }
  }

  /// Waits for a request that is not answered; each counts once.
  public func holdsRequest() async {
    for await _ in held.stream { return }
  }

  /// What goes wrong with the next changes, one fault for each; to ask for something goes well.
  public func spoil(_ faults: ServerFault<Model>...) {
    conditions.withLock { $0.faults += faults }
  }

  /// Answers the next requests that are meant with these in place of the server, one after the other.
  public func intercept(
    _ answers: [HostileAnswer], isMeant: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    conditions.withLock { $0.hostile = (answers, isMeant) }
  }

  /// The number of answers that have not been needed yet.
  public var interceptions: Int { conditions.withLock { $0.hostile?.answers.count ?? 0 } }

  /// Answers as the model does, unless something goes wrong.
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

/// What goes wrong with one request.
public enum ServerFault<Model>: Sendable {
  /// It did not leave the device.
  case unsent
  /// It did not arrive.
  case lost
  /// It arrived and was done, and nobody heard of it before something else happened at the server.
  case answerLost(meanwhile: @Sendable (inout Model) -> Void)
  /// Something answered with this status and did nothing.
  case status(Int)
  /// It was done, and this is what came back.
  case body(String)

  /// It arrived and was done, and nobody heard of it.
  public static var answerLost: ServerFault { .answerLost { _ in } }
}
