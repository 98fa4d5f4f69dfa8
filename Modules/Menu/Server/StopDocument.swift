import Foundation
import Networking

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
  /// The time at which the item becomes unavailable, in seconds since 1970; `nil` if it is already.
  var from: Int64?
  /// The number of units that are left, 0 if it is negative; `nil` if the item is unavailable.
  var left: Int?
}

extension StopRow {
  /// Decodes a row; a time, a number or a reason that cannot be decoded is `nil`.
  ///
  /// Without the row, customers could order an item that the server lists as unavailable.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(String.self, forKey: .kind)
    id = try container.decode(String.self, forKey: .id)
    until = try container.decodeIfPresent(Lossy<Int64>.self, forKey: .until)?.value
    reason = try container.decodeIfPresent(Lossy<String>.self, forKey: .reason)?.value
    from = try container.decodeIfPresent(Lossy<Int64>.self, forKey: .from)?.value
    left = try container.decodeIfPresent(Lossy<Int>.self, forKey: .left)?.value
  }
}

extension StopRow {
  /// The time at which the item is available again; `nil` if it is unknown.
  var end: Date? { until.map { Date(timeIntervalSince1970: TimeInterval($0)) } }

  /// Whether the item is unavailable or limited at a time; never if the row ends before it begins.
  func applies(at time: Date) -> Bool {
    let seconds = time.timeIntervalSince1970
    return from.map { TimeInterval($0) <= seconds } ?? true
      && until.map { TimeInterval($0) > seconds } ?? true
  }
}

extension StopDocument {
  /// The rows that cannot be decoded, and the values that cannot be meant.
  var problems: [MenuProblem] {
    var tables = MenuTables()
    tables.reportUnreadable(stops, "stops")
    for row in stops.rows where row.from ?? .min > row.until ?? .max || row.left ?? 0 < 0 {
      tables.report("stops/\(row.kind)/\(row.id)", .outOfRange("its times or its units"))
    }
    return tables.problems
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
    case "size": self = .size(ProductSize.ID(rawValue: id))
    case "category": self = .category(MenuCategory.ID(rawValue: id))
    default: return nil
    }
  }
}
