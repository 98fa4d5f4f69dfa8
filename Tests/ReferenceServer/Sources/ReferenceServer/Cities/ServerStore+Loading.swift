import GRDB

extension ServerStore {
  /// Fills the tables from the sandbox's data; each row is stored as the JSON to send.
  static func load(_ file: String, into database: Database) throws {
    let list = """
      INSERT INTO list
        SELECT json_extract(:file, '$.revision'), json_extract(:file, '$.regions'),
          json_extract(:file, '$.countries')
      """
    let countries = """
      INSERT INTO country
        SELECT json_extract(row.value, '$.code'), json_extract(row.value, '$.names'),
          json_extract(row.value, '$.languages'), rules.value
        FROM json_each(:file, '$.countries') AS row
        JOIN json_each(:file, '$.rules') AS rules ON rules.key = json_extract(row.value, '$.code')
      """
    // The materialized table avoids parsing one list again for every row of the other.
    let cities = """
      WITH operations AS MATERIALIZED (SELECT key, value FROM json_each(:file, '$.operations'))
      INSERT INTO city (id, place, row, country, operations, revision)
        SELECT json_extract(row.value, '$.id'), row.key, row.value,
          json_extract(row.value, '$.country'), operations.value, list.revision
        FROM list, json_each(:file, '$.cities') AS row
        CROSS JOIN operations
          ON operations.key = CAST(json_extract(row.value, '$.id') AS TEXT)
      """
    for sql in [list, countries, cities] {
      try database.execute(sql: sql, arguments: ["file": file])
    }
  }
}
