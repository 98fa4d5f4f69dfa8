import Foundation
import GRDB

extension ServerStore {
  /// The availability of a city.
  enum CityState: String, Codable, Sendable, DatabaseValueConvertible {
    /// Available.
    case open
    /// Temporarily closed: listed, but its details are unavailable.
    case closed
    /// Removed, also from the list.
    case removed
  }

  /// The result of a request for a city.
  enum CityAnswer: Sendable {
    case details(Document)
    case closed
    case unknown
  }

  /// A response body with its version.
  struct Document: Sendable {
    let tag: String
    let body: String
  }

  /// Returns the list of cities with names in all languages.
  func list() async throws -> Document {
    try await pool.read { database in
      guard
        let row = try Row.fetchOne(database, sql: "SELECT revision, regions, countries FROM list")
      else { throw RecordError.recordNotFound(databaseTableName: "list", key: [:]) }
      let cities = try String.fetchAll(
        database, sql: "SELECT row FROM city WHERE state <> 'removed' ORDER BY place")
      let revision: Int = row["revision"]
      let regions: String = row["regions"]
      let countries: String = row["countries"]
      return Document(
        tag: "\(revision)",
        body: """
          {"revision":\(revision),"regions":\(regions),"countries":\(countries),\
          "cities":[\(cities.joined(separator: ","))]}
          """)
    }
  }

  /// Returns a city's details in the requested language, or else in a language of its country.
  func city(_ id: Int, in asked: String) async throws -> CityAnswer {
    try await pool.read { database in
      guard
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT city.state, city.revision, json_extract(city.row, '$.names') AS names,
              country.names AS countryNames, country.languages, country.code
            FROM city JOIN country ON country.code = city.country WHERE id = ?
            """, arguments: [id])
      else { return .unknown }
      switch row["state"] as CityState {
      case .removed: return .unknown
      case .closed: return .closed
      case .open: break
      }
      let names = try Self.decode([String: String].self, row["names"])
      let countryNames = try Self.decode([String: String].self, row["countryNames"])
      let languages = try Self.decode([String].self, row["languages"])
      let language = ([asked] + languages + ["en"]).first { names[$0] != nil } ?? "en"
      let body = try String.fetchOne(
        database, sql: Self.details,
        arguments: [
          "id": id, "language": language, "name": names[language] ?? "\(id)",
          "countryName": countryNames[language] ?? row["code"],
        ])
      return .details(Document(tag: "\(row["revision"] as Int)-\(language)", body: body ?? ""))
    }
  }

  /// Sets the state of a city, which creates a new revision of the list.
  ///
  /// - Returns: The revision, or `nil` for an unknown city.
  func set(_ state: CityState, of id: Int) async throws -> Int? {
    try await pool.write { database in
      let revision = try Int.fetchOne(database, sql: "SELECT revision + 1 FROM list")
      try database.execute(
        sql: "UPDATE city SET state = ?, revision = ? WHERE id = ?",
        arguments: [state, revision, id])
      guard database.changesCount > 0 else { return nil }
      try database.execute(sql: "UPDATE list SET revision = ?", arguments: [revision])
      return revision
    }
  }

  // The operations' fields are merged into the top level of the details.
  private static let details = """
    SELECT json_patch(city.operations, json_object(
      'id', id, 'revision', revision, 'language', :language, 'languages', json(languages),
      'name', :name, 'country', json_object('code', code, 'name', :countryName),
      'coordinates', json_object(
        'latitude', json_extract(row, '$.lat'), 'longitude', json_extract(row, '$.lon')),
      'timeZone', json_extract(row, '$.tz'), 'rules', json(country.rules)))
    FROM city JOIN country ON country.code = city.country WHERE id = :id
    """

  private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
