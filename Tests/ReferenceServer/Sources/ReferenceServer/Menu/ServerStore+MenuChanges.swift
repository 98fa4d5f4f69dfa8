import Foundation
import GRDB

extension ServerStore {
  /// Changes rows of a city's menu, which creates a new revision.
  ///
  /// - Returns: The revision, or `nil` for an unknown city.
  func change(menuOf city: Int, _ patch: MenuPatch) async throws -> Int? {
    try await pool.write { database in
      let isThere = "SELECT EXISTS (SELECT * FROM city WHERE id = ?)"
      guard try Bool.fetchOne(database, sql: isThere, arguments: [city]) == true else { return nil }
      try Self.giveOwnMenu(to: city, in: database)
      for sql in [Self.removal, Self.merging] {
        try database.execute(sql: sql, arguments: ["city": city, "patch": patch.text])
      }
      return try Int.fetchOne(
        database, sql: "UPDATE menu SET revision = revision + 1 WHERE city = ? RETURNING revision",
        arguments: [city])
    }
  }

  /// Copies the initial menu for a city that has no menu of its own.
  private static func giveOwnMenu(to city: Int, in database: Database) throws {
    let copies = [
      "INSERT OR IGNORE INTO menu SELECT :city, revision, languages, currency FROM menu",
      "INSERT INTO menu_row SELECT :city, part, id, place, row FROM menu_row",
    ]
    for sql in copies {
      try database.execute(
        sql: "\(sql) WHERE city = :every", arguments: ["city": city, "every": everyCity])
      guard database.changesCount > 0 else { return }
    }
  }

  private static let removal = """
    DELETE FROM menu_row WHERE city = :city AND (part, id) IN (
      SELECT part.key, row.key FROM json_each(:patch) AS part, json_each(part.value) AS row
      WHERE row.type = 'null')
    """

  // New rows are placed at the end.
  private static let merging = """
    INSERT INTO menu_row
      SELECT :city, part.key, row.key, (SELECT max(place) + 1 FROM menu_row WHERE city = :city),
        json_patch(json_object('id', row.key), row.value)
      FROM json_each(:patch) AS part, json_each(part.value) AS row WHERE row.type = 'object'
      ON CONFLICT (city, part, id) DO UPDATE SET row = json_patch(row, excluded.row)
    """

  /// Replaces a city's unavailable items, which creates a new revision.
  ///
  /// - Returns: The revision, or `nil` for an unknown city.
  func set(_ stops: [Stop], of city: Int) async throws -> Int? {
    let text = String(decoding: try JSONEncoder.sorted.encode(stops), as: UTF8.self)
    return try await pool.write { database in
      try Int.fetchOne(
        database,
        sql: """
          INSERT INTO stop_list SELECT id, 2, :stops FROM city WHERE id = :city
          ON CONFLICT (city) DO UPDATE SET stops = excluded.stops, revision = revision + 1
          RETURNING revision
          """, arguments: ["city": city, "stops": text])
    }
  }
}
