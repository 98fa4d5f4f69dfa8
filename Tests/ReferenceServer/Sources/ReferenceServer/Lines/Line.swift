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

/// Why a change was not made.
struct Problem: Encodable, Sendable {
  let reason: String
  /// What the line is instead of what was expected.
  var line: Line?
}
