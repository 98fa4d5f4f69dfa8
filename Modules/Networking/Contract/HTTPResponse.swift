#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a server answered: any status, with the whole body.
///
/// A status of 404 or 500 is an answer too. Only a transport that got no answer throws.
public struct HTTPResponse: Sendable, Hashable {
  /// The HTTP status code, such as 200.
  public let status: Int

  /// The decoded body, never larger than the request's size limit.
  ///
  /// An answer other than 2xx whose body was larger comes with none: its status says enough.
  public let body: Data

  /// The version of the resource, to be kept beside its value; `nil` when the server named none.
  public let etag: ETag?

  /// How long the server asks to be left alone, up to one day; `nil` when it did not ask.
  public let retryAfter: Duration?

  /// Creates an answer, for transports that do not use the network.
  public init(status: Int, body: Data, etag: ETag? = nil, retryAfter: Duration? = nil) {
    self.status = status
    self.body = body
    self.etag = etag
    self.retryAfter = retryAfter
  }
}
