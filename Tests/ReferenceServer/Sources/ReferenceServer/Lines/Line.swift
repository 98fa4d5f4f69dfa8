import Foundation
import GRDB

/// A line of an order, the plainest thing that can be changed.
struct Line: Codable, FetchableRecord, PersistableRecord, Sendable {
  static let databaseTableName = "line"

  let id: String
  let quantity: Int
  /// The place of its last change among all changes of all lines.
  let version: Int
}

/// All lines as they were after one change.
struct LineSnapshot: Encodable, Sendable {
  let version: Int
  let lines: [Line]
}

/// A change that was made; the log has each exactly once.
struct AppliedChange: Codable, FetchableRecord, Sendable {
  let version: Int
  let key: String
  let method: String
  let line: String
  /// `nil` when the line was removed.
  let quantity: Int?
}

/// Why a request was not carried out (RFC 9457).
struct Problem: Encodable, Sendable {
  let type = "urn:food-ordering:problem"
  let code: String
  let reason: String
  /// What the line is instead of what was expected.
  var line: Line?
  /// The status of the response, which has to be the problem's own.
  private var status = 0

  init(_ code: String, _ reason: String, line: Line? = nil) {
    self.code = code
    self.reason = reason
    self.line = line
  }

  /// The body of a response with this problem.
  func body(_ status: Int) throws -> Data {
    var problem = self
    problem.status = status
    return try JSONEncoder.sorted.encode(problem)
  }
}
