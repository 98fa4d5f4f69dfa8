import Foundation

/// The list of a city's unavailable items, in the form of the server's response and of the stored file.
struct StopDocument: Codable, Equatable, Sendable {
  let revision: Int
  let stops: Rows<StopRow>
}

struct StopRow: Codable, Equatable, Sendable {
  let kind: String
  let id: String
  /// The time at which the item is available again, in seconds since 1970; `nil` if it is unknown.
  let until: Int64?
  let reason: String?
}

extension StopRow {
  /// Decodes a row; an end or a reason that cannot be decoded is `nil`.
  ///
  /// Without the row, customers could order an item that the server lists as unavailable.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(String.self, forKey: .kind)
    id = try container.decode(String.self, forKey: .id)
    do {
      until = try container.decodeIfPresent(Int64.self, forKey: .until)
    } catch {
      until = nil
    }
    do {
      reason = try container.decodeIfPresent(String.self, forKey: .reason)
    } catch {
      reason = nil
    }
  }
}

/// The reason why an item is unavailable, and the time at which it is available again.
struct StopEntry: Sendable, Hashable {
  /// The time at which the item is available again; `nil` if it is unknown.
  let until: Date?
  /// The reason why the item is unavailable; `nil` if the server names none.
  let reason: UnavailabilityReason?
}

extension StopDocument {
  /// The unavailable items with their reasons and ends; items of unknown kinds are left out.
  var entries: [(MenuItem, StopEntry)] {
    stops.rows.compactMap { row in
      MenuItem(kind: row.kind, id: row.id).map { item in
        let until = row.until.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        return (item, StopEntry(until: until, reason: row.reason.map(UnavailabilityReason.init)))
      }
    }
  }
}

extension MenuItem {
  init?(kind: String, id: String) {
    switch kind {
    case "product": self = .product(MenuProduct.ID(rawValue: id))
    case "variant": self = .variant(Variant.ID(rawValue: id))
    case "combo": self = .combo(Combo.ID(rawValue: id))
    case "modifier": self = .modifier(MenuModifier.ID(rawValue: id))
    case "ingredient": self = .ingredient(Ingredient.ID(rawValue: id))
    default: return nil
    }
  }
}
