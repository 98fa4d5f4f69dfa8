import Foundation
import GRDB

extension ServerStore {
  /// Returns a city's menu in the requested language, or in the menu's first one; `nil` for an
  /// unknown city.
  func menu(
    of city: Int, in asked: String, for fulfilment: String
  ) async throws -> Document? {
    let found = try await pool.read { database -> (head: Row, tables: [String: [String]])? in
      guard
        let head = try Row.fetchOne(
          database,
          sql: """
            SELECT menu.city, menu.revision, menu.languages, menu.currency, (
              SELECT key FROM json_each(menu.languages) ORDER BY key <> :asked, id LIMIT 1
            ) AS language
            FROM city JOIN menu ON menu.city IN (:every, city.id)
            WHERE city.id = :city AND city.state <> 'removed' ORDER BY menu.city = :every
            """, arguments: ["asked": asked, "city": city, "every": Self.everyCity])
      else { return nil }
      let rows = try Row.fetchAll(
        database, sql: "SELECT part, row FROM menu_row WHERE city = ? ORDER BY place, rowid",
        arguments: [head["city"] as Int])
      let tables = Dictionary(grouping: rows) { $0["part"] as String }
      return (head, tables.mapValues { $0.map { $0["row"] } })
    }
    guard let (head, tables) = found else { return nil }
    let revision: Int = head["revision"]
    let language: String = head["language"]
    let parts = MenuPatch.tables.map { "\"\($0)\":[\((tables[$0] ?? []).joined(separator: ","))]" }
    let body = """
      {"revision":\(revision),"language":\(head["languages"] as String),\
      "currency":"\(head["currency"] as String)",\(parts.joined(separator: ","))}
      """
    let choice = MenuChoice(
      language: language, languages: try Self.languages(head["languages"]), fulfilment: fulfilment)
    return Document(
      tag: "\(city)-\(revision)-\(language)-\(choice.fulfilment)", body: try choice.text(of: body))
  }

  private static func languages(_ text: String) throws -> Set<String> {
    Set(try JSONDecoder().decode([String: String].self, from: Data(text.utf8)).keys)
  }

  /// Returns a city's unavailable items, empty by default; `nil` for an unknown city.
  func stops(of city: Int) async throws -> Document? {
    try await pool.read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT coalesce(stop_list.revision, 1) AS revision, coalesce(stops, '[]') AS stops
          FROM city LEFT JOIN stop_list ON stop_list.city = city.id
          WHERE city.id = ? AND city.state <> 'removed'
          """, arguments: [city])
      return row.map { row in
        let revision: Int = row["revision"]
        return Document(
          tag: "\(city)-\(revision)",
          body: "{\"revision\":\(revision),\"stops\":\(row["stops"] as String)}")
      }
    }
  }
}
