import Foundation
import Sandbox

/// Changes of rows of a menu: `{"modifiers": {"bacon": {"price": 400}, "honey": null}}`.
///
/// Each row is merged as in RFC 7396: an unknown row is added, `null` removes a row.
struct MenuPatch: Codable, Sendable {
  private let text: Data

  /// Parses a patch; `nil` if the body is invalid.
  init?(_ body: Data) {
    guard Self.edits(body) != nil else { return nil }
    text = body
  }

  /// The changes; new rows are in the order of their ids.
  var edits: [MenuEdit] { Self.edits(text) ?? [] }

  private static func edits(_ body: Data) -> [MenuEdit]? {
    do {
      guard let tables = try JSONSerialization.jsonObject(with: body) as? [String: [String: Any]],
        MenuEdit.tables.isSuperset(of: tables.keys)
      else { return nil }
      return try tables.flatMap { table, rows in
        try rows.sorted { $0.key < $1.key }.map { id, row in
          guard !(row is NSNull) else { return MenuEdit(table, id, .remove) }
          guard row is [String: Any] else { throw CocoaError(.coderInvalidValue) }
          let json = try JSONSerialization.data(withJSONObject: row)
          return MenuEdit(table, id, .merge(String(decoding: json, as: UTF8.self)))
        }
      }
    } catch {
      return nil
    }
  }
}
