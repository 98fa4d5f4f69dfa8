import Foundation
import GRDB

extension ServerStore {
  /// The pseudo-city of the initial menu.
  ///
  /// A city uses the initial menu until the first change, which creates its own copy.
  static let everyCity = 0

  /// Registers a migration that creates the menu tables and fills them from the sandbox's data.
  ///
  /// Each row is stored as in the file, with texts by language and prices by fulfillment method.
  static func registerMenu(from file: URL, in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("menu") { database in
      try database.execute(sql: menuTables)
      let file = try String(contentsOf: file, encoding: .utf8)
      for sql in [menu, menuRows] {
        try database.execute(sql: sql, arguments: ["file": file, "city": everyCity])
      }
    }
  }

  private static let menuTables = """
    CREATE TABLE menu (
      city INTEGER PRIMARY KEY, revision INTEGER NOT NULL, languages TEXT NOT NULL,
      currency TEXT NOT NULL);
    CREATE TABLE menu_row (
      city INTEGER NOT NULL, part TEXT NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL,
      row TEXT NOT NULL, PRIMARY KEY (city, part, id));
    CREATE TABLE stop_list (
      city INTEGER PRIMARY KEY, revision INTEGER NOT NULL, stops TEXT NOT NULL);
    """

  private static let menu = """
    INSERT INTO menu
      SELECT :city, json_extract(:file, '$.revision'), json_extract(:file, '$.language'),
        json_extract(:file, '$.currency')
    """

  private static let menuRows = """
    INSERT INTO menu_row
      SELECT :city, part.key, json_extract(row.value, '$.id'), row.key, row.value
      FROM json_each(:file) AS part
      CROSS JOIN json_each(CASE part.type WHEN 'array' THEN part.value ELSE '[]' END) AS row
    """
}
