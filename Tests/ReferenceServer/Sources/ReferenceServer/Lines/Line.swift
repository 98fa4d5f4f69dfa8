import Foundation
import GRDB

/// A line of an order, the simplest resource that can be changed.
struct Line: Codable, FetchableRecord, PersistableRecord, Sendable {
  static let databaseTableName = "line"

  let id: String
  let quantity: Int
  /// The number of the last change of this line in the log of all lines.
  let version: Int
}

/// All lines as of one change.
struct LineSnapshot: Encodable, Sendable {
  let version: Int
  let lines: [Line]
}

/// An applied change; the log contains each exactly once.
struct AppliedChange: Codable, FetchableRecord, Sendable {
  let version: Int
  let key: String
  let method: String
  let line: String
  /// The new quantity; `nil` if the line was removed.
  let quantity: Int?
}

/// The reason for rejecting a request (RFC 9457).
struct Problem: Encodable, Sendable {
  let type = "urn:food-ordering:problem"
  let code: String
  let reason: String
  /// The current state of the line, for a version conflict.
  var line: Line?
  /// The status member, which has to equal the response's status.
  private var status = 0

  init(_ code: String, _ reason: String, line: Line? = nil) {
    self.code = code
    self.reason = reason
    self.line = line
  }

  /// Returns the body of a response with this problem.
  func body(_ status: Int) throws -> Data {
    var problem = self
    problem.status = status
    return try JSONEncoder.sorted.encode(problem)
  }
}
