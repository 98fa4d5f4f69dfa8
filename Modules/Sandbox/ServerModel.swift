public import Networking

/// A simulated server as a value: a response depends only on the request and on the server's state.
///
/// ```swift
/// struct Greetings: ServerModel {
///   mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
///     HTTPResponse(status: request.path == "/v1/greeting" ? 204 : 404, body: Data())
///   }
/// }
/// ```
public protocol ServerModel: Sendable {
  /// Applies a request and returns the response without a delay; an unknown path gets 404.
  mutating func answer(_ request: HTTPRequest) -> HTTPResponse
}
