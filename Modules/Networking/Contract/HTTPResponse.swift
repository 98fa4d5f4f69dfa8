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
  public let body: Data

  /// Creates an answer, for transports that do not use the network.
  public init(status: Int, body: Data) {
    self.status = status
    self.body = body
  }
}
