public import AddressesServerModel
import Foundation
public import Networking
import Synchronization

/// The server of addresses behind a network on which whatever can go wrong does so when told.
public final class AddressesServerDouble: Transport {
  private struct Conditions {
    var model = AddressesServerModel()
    var faults: [AddressFault] = []
    var requests: [HTTPRequest] = []
  }

  private let conditions = Mutex(Conditions())

  /// Makes a server without addresses.
  public init() {}

  /// The requests that were sent, in order, those included that did not arrive.
  public var requests: [HTTPRequest] { conditions.withLock { $0.requests } }

  /// The server itself.
  public var model: AddressesServerModel { conditions.withLock { $0.model } }

  /// Does something at the server.
  public func change(_ body: (inout AddressesServerModel) -> Void) {
    conditions.withLock { body(&$0.model) }
  }

  /// What goes wrong with the next changes, one fault for each; asking for the list goes well.
  public func spoil(_ faults: AddressFault...) {
    conditions.withLock { $0.faults += faults }
  }

  /// Answers as the model does, unless something goes wrong.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let result = conditions.withLock { conditions -> Result<HTTPResponse, TransportError> in
      conditions.requests.append(request)
      let isChange = request.method != .get
      let fault = isChange && !conditions.faults.isEmpty ? conditions.faults.removeFirst() : nil
      switch fault {
      case .unsent: return .failure(.offline)
      case .lost: return .failure(.timedOut)
      case .answerLost:
        _ = conditions.model.answer(request)
        return .failure(.connectionLost)
      case .status(let status):
        return .success(HTTPResponse(status: status, body: Data()))
      case .body(let text):
        let answer = conditions.model.answer(request)
        return .success(HTTPResponse(status: answer.status, body: Data(text.utf8)))
      case nil: return .success(conditions.model.answer(request))
      }
    }
    return try result.get()
  }
}

/// What goes wrong with one request.
public enum AddressFault: Sendable, Hashable {
  /// It did not leave the device.
  case unsent
  /// It did not arrive.
  case lost
  /// It arrived and was done, and nobody heard of it.
  case answerLost
  /// Something answered with this status and did nothing.
  case status(Int)
  /// It was done, and this is what came back.
  case body(String)
}
