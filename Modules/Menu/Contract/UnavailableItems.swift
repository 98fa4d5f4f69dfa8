package import Foundation

/// The unavailable items of a city; ``OrderableMenu`` applies them to a menu.
public struct UnavailableItems: Sendable, Equatable {
  /// Version of the list; the server increases it with each change.
  package var revision: Int { document.revision }
  /// Defects in the server's data, for a log.
  ///
  /// An entry that ends before it begins never applies, and a negative number of units is 0.
  public var problems: [MenuProblem] { document.problems }

  let document: StopDocument
  /// The entries of the list, by item; only items of the kinds that this release knows.
  ///
  /// An item is unavailable as long as any of its entries applies.
  private(set) var entries: [MenuItem: [StopRow]] = [:]
  /// Whether the list contains any modifier, even one whose unavailability has ended.
  ///
  /// If the list contains no modifier, the checks of all modifier groups are skipped. The value is
  /// computed in advance, because it is used for each group of each product.
  let stopsModifiers: Bool
  /// Whether the list contains any size.
  let stopsSizes: Bool
  /// Whether the list contains any category.
  let stopsCategories: Bool
  /// Whether the list limits the units of any item.
  let limitsUnits: Bool

  init(_ document: StopDocument) {
    self.document = document
    for row in document.stops.rows {
      if let item = MenuItem(kind: row.kind, id: row.id) { entries[item, default: []].append(row) }
    }
    stopsModifiers = entries.keys.contains { if case .modifier = $0 { true } else { false } }
    stopsSizes = entries.keys.contains { if case .size = $0 { true } else { false } }
    stopsCategories = entries.keys.contains { if case .category = $0 { true } else { false } }
    limitsUnits = entries.values.contains { $0.contains { $0.left != nil } }
  }

  /// A list without unavailable items, also for a menu whose list is not known.
  public static let empty: UnavailableItems = UnavailableItems(
    StopDocument(revision: 0, stops: Rows([])))

  /// Whether both lists were decoded from equal responses.
  public static func == (first: UnavailableItems, second: UnavailableItems) -> Bool {
    first.document == second.document
  }

  /// Decodes a response of `/v1/menu/stops`; for tests, which have no server.
  package init(json: Data) throws {
    self.init(try JSONDecoder().decode(StopDocument.self, from: json))
  }
}

extension UnavailableItems {
  /// Reduces the units that are left of an item.
  mutating func take(_ count: Int, of item: MenuItem) {
    for place in entries[item]?.indices ?? 0..<0 {
      guard let left = entries[item]?[place].left else { continue }
      entries[item]?[place].left = max(0, left - count)
    }
  }
}

extension UnavailableItems: Codable {
  /// Decodes a list that ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws { self.init(try StopDocument(from: decoder)) }

  /// Encodes the server's data, including values that this release does not know.
  public func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
}

/// The reason why an item is unavailable.
///
/// Reasons that this release does not know are preserved.
public struct UnavailabilityReason: RawRepresentable, Sendable, Hashable {
  /// The server's id of the reason, such as `soldOut`.
  public let rawValue: String
  /// Creates a reason from the server's id, also from one that this release does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The reason for an item that is sold out.
  public static let soldOut = UnavailabilityReason(rawValue: "soldOut")
  /// The reason for an item whose kitchen equipment is broken.
  public static let equipment = UnavailabilityReason(rawValue: "equipment")
}
