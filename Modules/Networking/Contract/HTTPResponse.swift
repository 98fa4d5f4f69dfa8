#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A server's response: any status, with the complete body.
///
/// A status of 404 or 500 is a response too. A transport throws only if no complete response
/// arrived.
public struct HTTPResponse: Sendable, Hashable {
  /// The HTTP status code, such as 200.
  public let status: Int

  /// The decoded body, never larger than the request's ``HTTPRequest/sizeLimit``.
  ///
  /// Empty if a response other than 2xx had a larger body; its status is sufficient.
  public let body: Data

  /// The validator to store beside the value; `nil` if the server sent none that is usable.
  public let etag: ETag?

  /// The delay that the server requests before the next request, at most one day; `nil` if none.
  public let retryAfter: Duration?

  /// Creates a response, for transports that do not use the network.
  public init(status: Int, body: Data, etag: ETag? = nil, retryAfter: Duration? = nil) {
    self.status = status
    self.body = body
    self.etag = etag
    self.retryAfter = retryAfter
  }
}
