import Foundation
import GRDB

/// The server's data in one SQLite file.
///
/// A change, its log entry, and the response stored under its key are committed in one transaction
/// before the response is sent. After a kill either all of them exist or none.
struct ServerStore: Sendable {
  let pool: DatabasePool

  /// Opens the file, or creates it and loads the cities and the menu.
  init(file: String, cities: URL, menu: URL) throws {
    // A pool uses a write-ahead log with `synchronous` NORMAL, which survives a kill of the
    // process.
    pool = try DatabasePool(path: file)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tables") { database in
      try database.execute(sql: Self.tables)
      try Self.load(String(contentsOf: cities, encoding: .utf8), into: database)
    }
    Self.registerMenu(from: menu, in: &migrator)
    migrator.registerMigration("carts") { try CartLog.make(in: $0) }
    migrator.registerMigration("addresses") { try AddressLog.make(in: $0) }
    migrator.registerMigration("reviews") { try ReviewLog.make(in: $0) }
    try migrator.migrate(pool)
  }

  private static let tables = """
    CREATE TABLE list (revision INTEGER NOT NULL, regions TEXT NOT NULL, countries TEXT NOT NULL);
    CREATE TABLE country (
      code TEXT PRIMARY KEY, names TEXT NOT NULL, languages TEXT NOT NULL, rules TEXT NOT NULL);
    CREATE TABLE city (
      id INTEGER PRIMARY KEY, place INTEGER NOT NULL, row TEXT NOT NULL, country TEXT NOT NULL,
      operations TEXT NOT NULL, revision INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'open');
    CREATE TABLE line (id TEXT PRIMARY KEY, quantity INTEGER NOT NULL, version INTEGER NOT NULL);
    CREATE TABLE applied (
      version INTEGER PRIMARY KEY, key TEXT NOT NULL, method TEXT NOT NULL,
      line TEXT NOT NULL, quantity INTEGER);
    CREATE TABLE kept (
      key TEXT PRIMARY KEY, request BLOB NOT NULL, status INTEGER NOT NULL, version INTEGER,
      body BLOB NOT NULL);
    """
}
