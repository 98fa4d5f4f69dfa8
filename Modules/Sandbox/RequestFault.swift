import Foundation
public import Networking

/// A fault of one request, on the way to the server or on the way back to the app.
public struct RequestFault<Model>: Sendable {
  let reachesServer: Bool
  let meanwhile: @Sendable (inout Model) -> Void
  let replace: @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportError>

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - reachesServer: Whether the server applies the request.
  ///   - meanwhile: Changes the server after it has applied the request. Not called if the request
  ///     does not reach the server.
  ///   - replace: Returns the response or error that the app receives. The argument is the server's
  ///     response. If the request does not reach the server, the argument is an empty response with
  ///     status 200.
  public init(
    reachesServer: Bool, meanwhile: @escaping @Sendable (inout Model) -> Void = { _ in },
    replace: @escaping @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportError>
  ) {
    self.reachesServer = reachesServer
    self.meanwhile = meanwhile
    self.replace = replace
  }

  /// A request that does not leave the device; it fails as offline.
  public static var unsent: RequestFault {
    RequestFault(reachesServer: false) { _ in .failure(.offline) }
  }

  /// A request that does not reach the server; it fails with a timeout.
  public static var lost: RequestFault {
    RequestFault(reachesServer: false) { _ in .failure(.timedOut) }
  }

  /// A lost response: the server applies the request, and the connection breaks.
  public static var answerLost: RequestFault { answerLost { _ in } }

  /// A lost response: the server applies the request, `meanwhile` changes the server, and the
  /// connection breaks.
  public static func answerLost(
    meanwhile: @escaping @Sendable (inout Model) -> Void
  ) -> RequestFault {
    RequestFault(reachesServer: true, meanwhile: meanwhile) { _ in .failure(.connectionLost) }
  }

  /// A response with this status from a proxy; the server does not receive the request.
  public static func status(_ status: Int) -> RequestFault {
    RequestFault(reachesServer: false) { _ in .success(.status(status)) }
  }

  /// A refusal with this code by the service, which does not apply the request.
  public static func problem(_ code: String, status: Int = 422) -> RequestFault {
    RequestFault(reachesServer: false) { _ in
      .success(HTTPResponse(problem: code, status: status))
    }
  }

  /// A replaced response: the server applies the request, and the app receives this body.
  public static func body(_ text: String) -> RequestFault {
    RequestFault(reachesServer: true) { response in
      .success(HTTPResponse(status: response.status, body: Data(text.utf8)))
    }
  }

  /// A damaged response: the server applies the request, and the app receives an invalid body.
  ///
  /// The body is the first half of the real body, followed by an invalid byte.
  public static var garbage: RequestFault {
    RequestFault(reachesServer: true) { response in
      // Half of a short text can be valid. The byte 0xFF makes the body invalid, because UTF-8
      // never contains it.
      let half = Data(response.body.prefix(response.body.count / 2) + [0xFF])
      return .success(HTTPResponse(status: response.status, body: half))
    }
  }
}
