/// A request to the transport's server.
///
/// A request contains only the path of a resource. The transport adds the server's address, so that a
/// feature does not know the host. Headers are typed properties and not a dictionary, and none of their
/// values can contain a line break.
///
/// A request that depends on the city requires a ``RequestContext``, so it cannot be created before a
/// city is chosen. ``withoutCity(_:_:query:)`` creates the few requests that are necessary before.
public struct HTTPRequest: Sendable, Hashable {
  /// The HTTP method, with a body for the methods that send one.
  public enum Method: Sendable, Hashable {
    /// Reads the resource without changing it.
    case get
    /// Submits a body for the resource to process.
    case post(Body)
    /// Replaces the resource.
    case put(Body)
    /// Changes a part of the resource.
    case patch(Body)
    /// Removes the resource.
    case delete
  }

  /// A condition under which the server executes the request.
  public enum Precondition: Sendable, Hashable {
    /// The resource has changed since this version (`If-None-Match`).
    ///
    /// Otherwise the outcome is ``ResponseOutcome/notModified(_:)``.
    case hasChanged(since: ETag)
    /// The resource is still at this version (`If-Match`), which must be a strong validator.
    ///
    /// Otherwise the outcome is ``ResponseOutcome/conflict(_:)``.
    case isStill(ETag)
  }

  /// The default of ``sizeLimit``, in bytes: 4 MiB.
  public static let defaultSizeLimit: Int = 4 << 20

  /// The method, with its body if it has one.
  public let method: Method

  /// The absolute path below the server's address, such as `/v1/cities`.
  public let path: String

  /// The query parameters by name, sent in alphabetical sequence.
  public let query: [String: String]

  /// The city of the request; `nil` for a request that needs no city.
  public let context: RequestContext?

  /// The condition for executing the request, or `nil` for an unconditional request.
  public var precondition: Precondition?

  /// The idempotency key, which all attempts to send one change share; `nil` for a request that changes
  /// nothing.
  ///
  /// The server applies only one change per key.
  public var idempotencyKey: IdempotencyKey?

  /// The token that authorizes the request, or `nil` for a request without one.
  ///
  /// The transport of the account sets it for each attempt. A feature does not set it.
  public var authorization: AccessToken?

  /// The maximum size of the decoded response body, in bytes.
  ///
  /// It is checked while the body arrives.
  public var sizeLimit: Int = HTTPRequest.defaultSizeLimit

  /// Creates a request in a city.
  public init(
    _ method: Method, _ path: String, query: [String: String] = [:], in context: RequestContext
  ) {
    self.init(method, path, query: query, in: .some(context))
  }

  /// Creates a request that needs no city, such as one for the list of cities.
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
