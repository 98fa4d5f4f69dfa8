/// A read of one resource on the server that a transport is bound to.
///
/// A request names the resource only; the transport adds the server's address, so that a feature
/// can neither know nor pick the host it talks to.
public struct HTTPRequest: Sendable, Hashable {
  /// The largest body accepted when a request states no limit of its own, in bytes (4 MiB).
  public static let defaultSizeLimit: Int = 4 << 20

  /// The absolute path below the server's address, such as `/v1/cities`.
  public let path: String

  /// The query parameters by name; a transport sends them sorted by name.
  public let query: [String: String]

  /// The largest decoded body accepted, in bytes, counted while it arrives.
  public let sizeLimit: Int

  /// Creates a request for the resource at `path`.
  public init(
    _ path: String, query: [String: String] = [:], sizeLimit: Int = HTTPRequest.defaultSizeLimit
  ) {
    self.path = path
    self.query = query
    self.sizeLimit = sizeLimit
  }
}
