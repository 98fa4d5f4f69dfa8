/// A request to the server of a ``Transport``.
///
/// A request contains the path of a resource, but no host. The transport adds the server's address, so
/// features do not know it. Headers are typed properties instead of a dictionary. No header value can
/// contain a line break, so no value can inject another header.
///
/// A request that depends on the city requires a ``RequestContext``, so it cannot be created before a
/// city is chosen. ``withoutCity(_:_:query:)`` creates the few requests that do not depend on a city.
///
/// ```swift
/// let cities = HTTPRequest.withoutCity(.get, "/v1/cities")
/// let menu = HTTPRequest(.get, "/v1/menu", query: ["fulfilment": "delivery"], in: context)
/// ```
public struct HTTPRequest: Sendable, Hashable {
  /// The HTTP method, with a body for the methods that send one.
  public enum Method: Sendable, Hashable {
    /// Reads the resource without changing it.
    case get
    /// Submits a body for the resource to process.
    case post(Body)
    /// Replaces the resource by the value in the body.
    case put(Body)
    /// Changes the parts of the resource that the body contains.
    case patch(Body)
    /// Removes the resource; sent without a body.
    case delete
  }

  /// The method; those that send a ``Body`` contain it.
  public let method: Method

  /// The absolute path below the server's address, such as `/v1/cities`.
  public let path: String

  /// The query parameters by name, not percent-encoded; they are sent sorted by name.
  public let query: [String: String]

  /// The country, city and language of the request; `nil` for a request that needs no city.
  public let context: RequestContext?

  /// The version that the caller has, for the header `If-None-Match`; `nil` for an unconditional request.
  ///
  /// If the resource has not changed since, the outcome is ``ResponseOutcome/notModified(_:)``.
  ///
  /// ```swift
  /// request.ifChangedSince = stored.etag
  /// ```
  public var ifChangedSince: ETag?

  /// The key by which the server recognizes repeated attempts to send one change; `nil` for a read.
  ///
  /// The server applies only one change per key.
  public var idempotencyKey: IdempotencyKey?

  /// The token that authorizes the request, or `nil` for a request without one.
  ///
  /// A transport with an ``Authorizer`` sets the token for each attempt. Features do not set it.
  public var authorization: AccessToken?

  /// The maximum size of the decompressed response body, in bytes; 4 MiB by default.
  ///
  /// The transport checks the size while the body arrives, and cancels a download that exceeds it.
  public var sizeLimit: Int = 4 << 20

  /// Creates a request that depends on a city.
  ///
  /// - Parameters:
  ///   - method: The HTTP method, with a body for the methods that send one.
  ///   - path: The absolute path below the server's address, such as `/v1/cities`.
  ///   - query: The query parameters by name.
  ///   - context: The country, city and language of the request.
  public init(
    _ method: Method, _ path: String, query: [String: String] = [:], in context: RequestContext
  ) {
    self.init(method, path, query: query, in: .some(context))
  }

  /// Creates a request without the headers of a city, such as one for the list of cities.
  public static func withoutCity(
    _ method: Method, _ path: String, query: [String: String] = [:]
  ) -> HTTPRequest {
    HTTPRequest(method, path, query: query, in: .none)
  }

  private init(
    _ method: Method, _ path: String, query: [String: String], in context: RequestContext?
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.context = context
  }
}
