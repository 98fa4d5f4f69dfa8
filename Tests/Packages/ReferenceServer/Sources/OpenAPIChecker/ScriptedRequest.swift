/// A request and the status that its answer has to have, in one line of a script.
///
/// ```
/// 404 GET /v1/carts/none
/// 200 PUT /v1/favorites/tea key {"add":{}}
/// ```
public struct ScriptedRequest: Sendable {
  /// The status of the answer.
  public let status: Int
  /// The method, such as `GET`.
  public let method: String
  /// The path with its query.
  public let path: String
  /// The idempotency key; `nil` for a read.
  public let key: String?
  /// The body; `nil` if there is none.
  public let body: String?

  /// Parses a line: a status, a method, a path, and for a change its key and its body.
  public init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 4).map(String.init)
    guard words.count > 2, let status = Int(words[0]) else { return nil }
    (self.status, method, path) = (status, words[1], words[2])
    key = words.count > 3 ? words[3] : nil
    body = words.count > 4 ? words[4] : nil
  }

  /// Parses a script of one line per request.
  ///
  /// - Throws: ``NotUsable`` for a line that is no request.
  public static func script(_ text: String) throws -> [ScriptedRequest] {
    try text.split(separator: "\n").map { line in
      guard let request = ScriptedRequest(line) else { throw NotUsable(reason: "\(line)") }
      return request
    }
  }
}
