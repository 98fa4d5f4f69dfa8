import Foundation

/// Changes of rows of a menu: `{"modifiers": {"bacon": {"price": 400}, "honey": null}}`.
///
/// Each row is merged as in RFC 7396: an unknown row is added, `null` removes a row.
struct MenuPatch: Sendable {
  /// The tables of a menu, in the order of sending.
  static let tables = [
    "categories", "products", "sizes", "crusts", "ingredients", "groups", "modifiers", "combos",
    "slots",
  ]

  let text: String

  /// Parses a patch; `nil` if the body is invalid.
  init?(_ body: Data) {
    do {
      let object = try JSONSerialization.jsonObject(with: body)
      guard let tables = object as? [String: [String: Any]],
        tables.keys.allSatisfy(Self.tables.contains),
        tables.values.joined().allSatisfy({ $0.value is [String: Any] || $0.value is NSNull })
      else { return nil }
      text = String(decoding: body, as: UTF8.self)
    } catch {
      return nil
    }
  }
}

/// An unavailable item.
struct Stop: Codable, Sendable {
  let kind: String
  let id: String
  /// The time until which the item is unavailable, in seconds since 1970.
  let until: Int64?
  let reason: String?
}
