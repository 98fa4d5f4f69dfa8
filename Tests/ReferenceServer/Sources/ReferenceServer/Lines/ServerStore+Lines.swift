import Foundation
import GRDB

extension ServerStore {
  /// Applies a change and stores its response; a known key gets the stored response.
  ///
  /// Rejections are stored too, so another attempt at a rejected change needs a new key.
  func answer(_ change: LineChange) async throws -> LineAnswer {
    try await pool.write { database in
      let kept = try Row.fetchOne(
        database, sql: "SELECT * FROM kept WHERE key = ?", arguments: [change.key])
      if let kept {
        guard kept["request"] == change.request else {
          return try LineAnswer(422, Problem("keyReused", "the key belongs to another request"))
        }
        return LineAnswer(kept)
      }
      let answer = try Self.make(change, in: database)
      try database.execute(
        sql: "INSERT INTO kept VALUES (?, ?, ?, ?, ?)",
        arguments: [change.key, change.request, answer.status, answer.version, answer.body])
      return answer
    }
  }

  /// Returns whether a key has a stored response.
  func hasAnswered(_ key: String) async throws -> Bool {
    try await pool.read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM kept WHERE key = ?)", arguments: [key])
        ?? false
    }
  }

  /// Returns all lines with their common version.
  func lines() async throws -> LineSnapshot {
    try await pool.read { database in
      LineSnapshot(
        version: try Int.fetchOne(database, sql: "SELECT max(version) FROM applied") ?? 0,
        lines: try Line.fetchAll(database, sql: "SELECT * FROM line ORDER BY id"))
    }
  }

  /// Returns all applied changes in order.
  func applied() async throws -> [AppliedChange] {
    try await pool.read { database in
      try AppliedChange.fetchAll(database, sql: "SELECT * FROM applied ORDER BY version")
    }
  }

  private static func make(_ change: LineChange, in database: Database) throws -> LineAnswer {
    if change.kind != .create {
      guard let line = try Line.fetchOne(database, key: change.line) else {
        return try LineAnswer(404, Problem("unknownLine", "there is no line \(change.line)"))
      }
      if let expected = change.expected, expected != "*", expected != "\"\(line.version)\"" {
        return try LineAnswer(
          412, Problem("otherVersion", "the line has another version", line: line))
      }
    }
    if change.kind == .remove {
      let version = try log(change, quantity: nil, in: database)
      try database.execute(sql: "DELETE FROM line WHERE id = ?", arguments: [change.line])
      return try LineAnswer(200, Line(id: change.line, quantity: 0, version: version))
    }
    guard let quantity = change.quantity else {
      return try LineAnswer(422, Problem("badQuantity", "a quantity is 1 to 99"))
    }
    let version = try log(change, quantity: quantity, in: database)
    let line = Line(id: lineID(change, version), quantity: quantity, version: version)
    try line.save(database)
    return try LineAnswer(change.kind == .create ? 201 : 200, line)
  }

  /// Logs a change and returns its number, which becomes the version of the line.
  private static func log(
    _ change: LineChange, quantity: Int?, in database: Database
  ) throws -> Int {
    let last = try Int.fetchOne(database, sql: "SELECT max(version) FROM applied") ?? 0
    let change = AppliedChange(
      version: last + 1, key: change.key, method: change.kind.rawValue,
      line: lineID(change, last + 1), quantity: quantity)
    try database.execute(
      sql: "INSERT INTO applied VALUES (?, ?, ?, ?, ?)",
      arguments: [change.version, change.key, change.method, change.line, change.quantity])
    return change.version
  }

  /// Returns the ID of the line; a new line is named after the number of its creation.
  private static func lineID(_ change: LineChange, _ version: Int) -> String {
    change.kind == .create ? "line-\(version)" : change.line
  }
}
