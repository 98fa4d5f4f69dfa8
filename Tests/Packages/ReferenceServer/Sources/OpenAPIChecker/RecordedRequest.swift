public import Foundation

/// A client's request.
public struct RecordedRequest: Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The path, without its query.
  public let path: String
  /// The query parameters by name.
  public let query: [String: String]
  /// The headers with lowercase names.
  public let headers: [String: String]
  /// The body; empty if there is none.
  public let body: Data

  /// Creates a recorded request.
  public init(
    _ method: String, _ path: String, query: [String: String], headers: [String: String],
    body: Data
  ) {
    (self.method, self.path, self.query, self.body) = (method, path, query, body)
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
  }
}
