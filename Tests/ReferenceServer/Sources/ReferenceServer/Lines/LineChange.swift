import Foundation

/// A requested change of a line.
struct LineChange: Sendable {
  enum Kind: String, Sendable {
    case create = "POST"
    case replace = "PUT"
    case remove = "DELETE"
  }

  let kind: Kind
  /// The server's ID; empty for a creation.
  let line: String
  let body: Data
  /// The idempotency key, the same for all attempts.
  let key: String
  /// The required version of the line (`If-Match`); `nil` for any.
  let expected: String?

  /// The content that has to be equal in all attempts under one key.
  var request: Data { Data("\(kind.rawValue) \(line)\n".utf8) + body }

  /// The requested quantity; `nil` if the body is invalid or the quantity is not 1 to 99.
  var quantity: Int? {
    do {
      let wanted = try JSONDecoder().decode(Wanted.self, from: body).quantity
      return (1...99).contains(wanted) ? wanted : nil
    } catch {
      return nil
    }
  }

  private struct Wanted: Decodable {
    let quantity: Int
  }
}
