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
  /// The time at which the item becomes unavailable, in seconds since 1970; `nil` if it is already.
  var from: Int64?
  /// The number of units that are left; `nil` if the item is not limited, but unavailable.
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
    until = Self.value(in: container, .until)
    reason = Self.value(in: container, .reason)
    from = Self.value(in: container, .from)
    left = Self.value(in: container, .left)
  }

  private static func value<Value: Decodable>(
    in container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) -> Value? {
    do { return try container.decodeIfPresent(Value.self, forKey: key) } catch { return nil }
  }
}

/// One reason why an item is unavailable or limited, with the time in which it applies.
struct StopEntry: Sendable, Hashable {
  /// The time from which the entry applies; `nil` if it has no beginning.
  var from: Date?
  /// The time at which the item is available again; `nil` if it is unknown.
  let until: Date?
  /// The reason why the item is unavailable; `nil` if the server names none.
  let reason: UnavailabilityReason?
  /// The number of units that are left, at least 0; `nil` if the item is unavailable.
  var left: Int?

  func applies(at time: Date) -> Bool {
    from.map { $0 <= time } ?? true && until.map { $0 > time } ?? true
  }
}

extension StopDocument {
  /// The entries of the list, by item; items of unknown kinds are left out.
  ///
  /// An entry that ends before it begins never applies.
  var entries: [MenuItem: [StopEntry]] {
    var entries: [MenuItem: [StopEntry]] = [:]
    for row in stops.rows {
      guard let item = MenuItem(kind: row.kind, id: row.id) else { continue }
      let times = [row.from, row.until].map {
        $0.map { Date(timeIntervalSince1970: TimeInterval($0)) }
      }
      let entry = StopEntry(
        from: times[0], until: times[1], reason: row.reason.map(UnavailabilityReason.init),
        left: row.left.map { max(0, $0) })
      entries[item, default: []].append(entry)
    }
    return entries
  }

  /// The rows that cannot be decoded, and the values that cannot be meant.
  var problems: [MenuProblem] {
    var builder = MenuBuilder()
    builder.reportUnreadable(stops, "stops")
    for row in stops.rows where row.from ?? .min > row.until ?? .max || row.left ?? 0 < 0 {
      builder.report("stops/\(row.kind)/\(row.id)", .outOfRange("its times or its units"))
    }
    return builder.problems
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
