import Foundation

/// What is to become of rows of a menu: `{"modifiers": {"bacon": {"price": 400}, "honey": null}}`.
///
/// Each row is merged as RFC 7396 says; one that is not there yet is added, `null` removes one.
struct MenuPatch: Sendable {
  /// The tables that a menu consists of, in the order in which they are sent.
  static let tables = [
    "categories", "products", "sizes", "crusts", "ingredients", "groups", "modifiers", "combos",
    "slots",
  ]

  let text: String

  /// Reads a patch; `nil` for what is none.
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

/// One row of a stop list.
struct Stop: Codable, Sendable {
  let kind: String
  let id: String
  /// In seconds since 1970.
  let until: Int64?
  let reason: String?
}
