#if GRDB
  import Foundation
  import GRDB
  package import Workloads

  /// GRDB with one table per type.
  ///
  /// The pool's `synchronous` is raised to FULL: its default NORMAL does not sync at a commit.
  final class GRDBPeer: MenuPeer, ItemPeer, ProfilePeer {
    private let pool: DatabasePool

    init(folder: URL) throws {
      let isNew: Bool
      (pool, isNew) = try DatabasePool.durable(in: folder)
      guard isNew else { return }
      try pool.write { database in
        try database.execute(sql: MenuTables.schema)
        try database.execute(
          sql: """
            CREATE TABLE profile (id INTEGER PRIMARY KEY, value BLOB NOT NULL);
            CREATE TABLE item (
              id INTEGER PRIMARY KEY, name TEXT NOT NULL, street TEXT NOT NULL, note TEXT NOT NULL,
              price INTEGER NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
              isActive BOOLEAN NOT NULL, tags TEXT NOT NULL);
            """)
      }
    }

    func write(_ menu: Menu) throws {
      try pool.write { database in
        for table in MenuTables.names { try database.execute(sql: "DELETE FROM \(table)") }
        for (statement, rows) in MenuTables.rows(of: menu) {
          let insert = try database.makeStatement(sql: statement)
          for row in rows { try insert.execute(arguments: StatementArguments(row)) }
        }
      }
    }

    func menu() throws -> Menu? { try pool.read { try MenuTables.menu(in: $0) } }

    func replaceAll(_ items: [Item]) throws {
      try pool.write { database in
        try Item.deleteAll(database)
        for item in items { try item.insert(database) }
      }
    }

    func save(_ item: Item) throws { try pool.write { try item.upsert($0) } }

    func all() throws -> any Collection<Item> { try pool.read { try Item.fetchAll($0) } }

    func item(_ id: Int) throws -> Item? { try pool.read { try Item.fetchOne($0, key: id) } }

    func save(_ profile: Profile) throws {
      let value = try JSONEncoder().encode(profile)
      try pool.write {
        try $0.execute(sql: "REPLACE INTO profile VALUES (1, ?)", arguments: [value])
      }
    }
  }

  /// GRDB with the menu as one JSON value in a row.
  final class GRDBBlobPeer: MenuPeer {
    private let pool: DatabasePool

    init(folder: URL) throws {
      let isNew: Bool
      (pool, isNew) = try DatabasePool.durable(in: folder)
      guard isNew else { return }
      try pool.write {
        try $0.execute(
          sql: "CREATE TABLE menu (id INTEGER PRIMARY KEY, value BLOB NOT NULL)")
      }
    }

    func write(_ menu: Menu) throws {
      let value = try JSONEncoder().encode(menu)
      try pool.write {
        try $0.execute(sql: "REPLACE INTO menu VALUES (1, ?)", arguments: [value])
      }
    }

    func menu() throws -> Menu? {
      try pool.read { try Data.fetchOne($0, sql: "SELECT value FROM menu") }
        .map { try JSONDecoder().decode(Menu.self, from: $0) }
    }
  }

  extension Item: FetchableRecord, PersistableRecord {}

  extension DatabasePool {
    /// Opens the database and reports whether it is new, so that a read does not create tables.
    fileprivate static func durable(in folder: URL) throws -> (pool: DatabasePool, isNew: Bool) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "grdb.sqlite").path
      let isNew = !FileManager.default.fileExists(atPath: file)
      let pool = try DatabasePool(path: file)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return (pool, isNew)
    }
  }
#endif
