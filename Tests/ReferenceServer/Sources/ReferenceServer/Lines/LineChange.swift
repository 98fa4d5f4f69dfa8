import Foundation

/// A change of a line, as a request asks for it.
struct LineChange: Sendable {
  enum Kind: String, Sendable {
    case create = "POST"
    case replace = "PUT"
    case remove = "DELETE"
  }

  let kind: Kind
  /// The server's id; empty for a line that has none yet.
  let line: String
  let body: Data
  /// Marks all attempts at this change.
  let key: String
  /// The version that the line has to be in (`If-Match`); `nil` when any will do.
  let expected: String?

  /// What has to be equal in all attempts under one key.
  var request: Data { Data("\(kind.rawValue) \(line)\n".utf8) + body }

  /// How many are wanted; `nil` when the body does not say it in a usable way.
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
