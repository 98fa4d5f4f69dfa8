import Foundation
import GRDB

/// The server's data in one SQLite file.
///
/// A change, its log entry, and the response stored under its key are committed in one transaction
/// before the response is sent. After a kill either all of them exist or none.
struct ServerStore: Sendable {
  let pool: DatabasePool

  /// Opens the file, or creates it.
  init(file: String) throws {
    // A pool uses a write-ahead log with `synchronous` NORMAL, which survives a kill of the
    // process.
    pool = try DatabasePool(path: file)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tables") { database in
      try database.execute(sql: Self.tables)
      try WorldLog.make(in: database)
    }
    try migrator.migrate(pool)
  }

  private static let tables = """
    CREATE TABLE line (id TEXT PRIMARY KEY, quantity INTEGER NOT NULL, version INTEGER NOT NULL);
    CREATE TABLE applied (
      version INTEGER PRIMARY KEY, key TEXT NOT NULL, method TEXT NOT NULL,
      line TEXT NOT NULL, quantity INTEGER);
    CREATE TABLE kept (
      key TEXT PRIMARY KEY, request BLOB NOT NULL, status INTEGER NOT NULL, version INTEGER,
      body BLOB NOT NULL);
    """
}
