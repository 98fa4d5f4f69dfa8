import Foundation

/// A client's request.
struct RecordedRequest: Sendable {
  /// The method, such as `GET`.
  let method: String
  /// The path, without its query.
  let path: String
  /// The query parameters by name.
  let query: [String: String]
  /// The headers with lowercase names.
  let headers: [String: String]
  /// The body; empty if there is none.
  let body: Data

  /// Creates a recorded request.
  init(
    _ method: String, _ path: String, query: [String: String], headers: [String: String],
    body: Data
  ) {
    (self.method, self.path, self.query, self.body) = (method, path, query, body)
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
  }
}
