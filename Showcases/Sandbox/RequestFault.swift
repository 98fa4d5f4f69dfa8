import Foundation
public import Networking

/// A fault of one request: between the app and the server, or between the server and the app.
public struct RequestFault<Model>: Sendable {
  let reachesServer: Bool
  let meanwhile: @Sendable (inout Model) -> Void
  let replace: @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportError>

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - reachesServer: Whether the server applies the request before its response is replaced.
  ///   - meanwhile: A change at a server that was reached, before its response is replaced.
  ///   - replace: Returns the outcome for the app. The argument is the server's response, or an
  ///     empty one with status 200 if the request does not reach the server.
  public init(
    reachesServer: Bool, meanwhile: @escaping @Sendable (inout Model) -> Void = { _ in },
    replace: @escaping @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportError>
  ) {
    self.reachesServer = reachesServer
    self.meanwhile = meanwhile
    self.replace = replace
  }

  /// The request does not leave the device.
  public static var unsent: RequestFault {
    RequestFault(reachesServer: false) { _ in .failure(.offline) }
  }

  /// The request does not reach the server.
  public static var lost: RequestFault {
    RequestFault(reachesServer: false) { _ in .failure(.timedOut) }
  }

  /// The server applies the request, and the response is lost.
  public static var answerLost: RequestFault { answerLost { _ in } }

  /// The server applies the request, then changes, and the response is lost.
  public static func answerLost(
    meanwhile: @escaping @Sendable (inout Model) -> Void
  ) -> RequestFault {
    RequestFault(reachesServer: true, meanwhile: meanwhile) { _ in .failure(.connectionLost) }
  }

  /// An intermediary answers with this status, and the server does not receive the request.
  public static func status(_ status: Int) -> RequestFault {
    RequestFault(reachesServer: false) { _ in .success(.status(status)) }
  }

  /// The server applies the request, and this body replaces its own.
  public static func body(_ text: String) -> RequestFault {
    RequestFault(reachesServer: true) { response in
      .success(HTTPResponse(status: response.status, body: Data(text.utf8)))
    }
  }

  /// The server applies the request, and half of its body arrives with an invalid byte.
  public static var garbage: RequestFault {
    RequestFault(reachesServer: true) { response in
      // Half of a short text can still be valid; the byte 0xFF never occurs in valid UTF-8.
      let half = Data(response.body.prefix(response.body.count / 2) + [0xFF])
      return .success(HTTPResponse(status: response.status, body: half))
    }
  }
}
