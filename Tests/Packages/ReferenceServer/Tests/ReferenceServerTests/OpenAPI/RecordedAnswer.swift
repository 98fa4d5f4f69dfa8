import Foundation

/// A server's response to one request.
struct RecordedAnswer: Sendable {
  /// The method of the request, such as `GET`.
  let method: String
  /// The path of the request, without its query.
  let path: String
  /// The HTTP status code.
  let status: Int
  /// The headers with lowercase names.
  let headers: [String: String]
  /// The body; empty if there is none.
  let body: Data

  /// Creates a recorded response.
  init(
    _ method: String, _ path: String, status: Int, headers: [String: String], body: Data
  ) {
    self.method = method
    self.path = path
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    self.body = body
  }
}
