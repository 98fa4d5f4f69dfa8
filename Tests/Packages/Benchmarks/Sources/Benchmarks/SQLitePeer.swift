#if SQLITE
  import CSQLite
  import Foundation
  import Workloads

  /// SQLite through its C API, with a write-ahead log that is synced at each commit.
  final class SQLitePeer: MenuPeer, ItemPeer, ProfilePeer {
    private let database: SQLiteDatabase

    init(folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "c.sqlite").path
      let isNew = !FileManager.default.fileExists(atPath: file)
      database = try SQLiteDatabase(file)
      try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
      guard isNew else { return }
      try database.run(MenuTables.schema)
      try database.run(
        """
        CREATE TABLE profile (id INTEGER PRIMARY KEY, value BLOB NOT NULL);
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, street TEXT NOT NULL, note TEXT NOT NULL,
          price INTEGER NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
          active INTEGER NOT NULL, tags TEXT NOT NULL);
        """)
    }

    func write(_ menu: Menu) throws {
      try database.run("BEGIN IMMEDIATE")
      for table in MenuTables.names { try database.run("DELETE FROM \(table)") }
      for (sql, rows) in MenuTables.rows(of: menu) {
        let insert = try database.statement(sql)
        for row in rows {
          for (column, cell) in row.enumerated() { insert.bind(cell, at: column) }
          try insert.finish()
        }
      }
      try database.run("COMMIT")
    }

    func menu() throws -> Menu? {
      try database.run("BEGIN")
      let menu = try MenuTables.menu { sql, take in
        let select = try database.statement(sql)
        while try select.step() { try take(select) }
        select.reset()
      }
      try database.run("COMMIT")
      return menu
    }

    func replaceAll(_ items: [Item]) throws {
      try database.run("BEGIN IMMEDIATE; DELETE FROM item")
      for item in items { try put(item) }
      try database.run("COMMIT")
    }

    func save(_ item: Item) throws { try put(item) }

    func all() throws -> any Collection<Item> {
      let select = try database.statement("SELECT * FROM item")
      var items: [Item] = []
      while try select.step() {
        items.append(
          Item(
            select.number(0), select.text(1), select.text(2), select.text(3),
            select.number(4), select.real(5), select.real(6), select.number(7) == 1,
            tags: select.text(8).split(separator: "\n").map(String.init)))
      }
      select.reset()
      return items
    }

    private func put(_ item: Item) throws {
      let insert = try database.statement("REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      insert.bind(.number(item.id), at: 0)
      for (column, text) in [item.name, item.street, item.note].enumerated() {
        insert.bind(.text(text), at: column + 1)
      }
      insert.bind(.number(item.price), at: 4)
      insert.bind(item.latitude, at: 5)
      insert.bind(item.longitude, at: 6)
      insert.bind(.number(item.isActive ? 1 : 0), at: 7)
      insert.bind(.text(item.tags.joined(separator: "\n")), at: 8)
      try insert.finish()
    }

    func save(_ profile: Profile) throws {
      let insert = try database.statement("REPLACE INTO profile VALUES (1, ?)")
      insert.bind(Packing.bytes(of: profile), at: 0)
      try insert.finish()
    }
  }

  /// A connection with a cache of prepared statements.
  final class SQLiteDatabase {
    private var connection: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]

    init(_ path: String) throws { try check(sqlite3_open(path, &connection)) }

    deinit {
      for statement in statements.values { sqlite3_finalize(statement.handle) }
      sqlite3_close(connection)
    }

    func run(_ sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

    func statement(_ sql: String) throws -> SQLiteStatement {
      if let known = statements[sql] { return known }
      var handle: OpaquePointer?
      try check(sqlite3_prepare_v2(connection, sql, -1, &handle, nil))
      let statement = SQLiteStatement(handle: handle)
      statements[sql] = statement
      return statement
    }

    private func check(_ code: Int32) throws {
      guard code == SQLITE_OK else { throw Refusal(String(cString: sqlite3_errmsg(connection))) }
    }
  }

  final class SQLiteStatement: MenuColumns {
    let handle: OpaquePointer?

    init(handle: OpaquePointer?) { self.handle = handle }

    /// `SQLITE_TRANSIENT`: the library copies bound values.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    func bind(_ cell: MenuCell, at column: Int) {
      switch cell {
      case .text(let text):
        sqlite3_bind_text(handle, Int32(column + 1), text, Int32(text.utf8.count), Self.copied)
      case .number(let number): sqlite3_bind_int64(handle, Int32(column + 1), Int64(number))
      case .null: sqlite3_bind_null(handle, Int32(column + 1))
      }
    }

    func bind(_ number: Double, at column: Int) {
      sqlite3_bind_double(handle, Int32(column + 1), number)
    }

    func bind(_ bytes: [UInt8], at column: Int) {
      sqlite3_bind_blob(handle, Int32(column + 1), bytes, Int32(bytes.count), Self.copied)
    }

    func step() throws -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: true
      case SQLITE_DONE: false
      case let code: throw Refusal("sqlite3_step: \(code)")
      }
    }

    func finish() throws {
      _ = try step()
      reset()
    }

    func reset() { sqlite3_reset(handle) }

    func text(_ column: Int) -> String {
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      return String(
        decoding: UnsafeBufferPointer(
          start: sqlite3_column_text(handle, Int32(column)), count: count),
        as: UTF8.self)
    }

    func number(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }
    func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }
    func isNull(_ column: Int) -> Bool {
      sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }
  }
#endif
