import Foundation

/// The shape of a stop list on the wire and in the file.
struct StopDocument: Codable, Equatable, Sendable {
  let revision: Int
  let stops: Rows<StopRow>
}

struct StopRow: Codable, Equatable, Sendable {
  let kind: String
  let id: String
  /// In seconds since 1970.
  let until: Int64?
  let reason: String?
}

/// Why one thing is not to be had, and until when.
struct StopEntry: Sendable, Hashable {
  /// When it is back; `nil` when nobody knows yet.
  let until: Date?
  /// Why; `nil` when nobody says.
  let reason: StopReason?
}

extension StopDocument {
  /// The rows of kinds that this release knows.
  var entries: [(MenuItem, StopEntry)] {
    stops.rows.compactMap { row in
      MenuItem(kind: row.kind, id: row.id).map { item in
        let until = row.until.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        return (item, StopEntry(until: until, reason: row.reason.map(StopReason.init)))
      }
    }
  }
}

extension MenuItem {
  init?(kind: String, id: String) {
    switch kind {
    case "product": self = .product(Product.ID(rawValue: id))
    case "variant": self = .variant(Variant.ID(rawValue: id))
    case "combo": self = .combo(Combo.ID(rawValue: id))
    case "modifier": self = .modifier(Modifier.ID(rawValue: id))
    case "ingredient": self = .ingredient(Ingredient.ID(rawValue: id))
    default: return nil
    }
  }
}
