/// What is asked of the server that a transport is bound to.
///
/// A request names a resource only; the transport adds the server's address, so that a feature can
/// neither know nor pick the host it talks to. There is no free dictionary of headers: each header
/// that a feature needs is a typed property, and its type has no value that could break out of a
/// header's line.
///
/// A request for anything that depends on the city is made with a ``RequestContext``, and so cannot
/// be made before a city has settled. ``withoutCity(_:_:query:)`` is for the few that lead there.
public struct HTTPRequest: Sendable, Hashable {
  /// What to do with the resource; only the methods that carry a body have one.
  public enum Method: Sendable, Hashable {
    /// Reads it, changing nothing.
    case get
    /// Hands it a body to do something with.
    case post(Body)
    /// Replaces it.
    case put(Body)
    /// Changes a part of it.
    case patch(Body)
    /// Removes it.
    case delete
  }

  /// What has to hold on the server for the request to be carried out.
  public enum Precondition: Sendable, Hashable {
    /// The resource has changed since this version (`If-None-Match`); else ``Answer/notModified(_:)``.
    case hasChanged(since: ETag)
    /// The resource still is this version (`If-Match`), which has to be a strong one; else
    /// ``Answer/conflict(_:)``.
    case isStill(ETag)
  }

  /// The largest body accepted when a request states no limit of its own, in bytes (4 MiB).
  public static let defaultSizeLimit: Int = 4 << 20

  /// What to do with the resource.
  public let method: Method

  /// The absolute path below the server's address, such as `/v1/cities`.
  public let path: String

  /// The query parameters by name; a transport sends them sorted by name.
  public let query: [String: String]

  /// The city that the request is made for, or `nil` for one that needs none.
  public let context: RequestContext?

  /// What has to hold for the request to be carried out; `nil` when nothing has to.
  public var precondition: Precondition?

  /// Marks all attempts at one change, so that the server makes it once; `nil` for a read.
  public var idempotencyKey: IdempotencyKey?

  /// The largest decoded body accepted, in bytes, counted while it arrives.
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
