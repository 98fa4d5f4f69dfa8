import Foundation
import MenuTestSupport
import Testing

@testable import Menu

extension Date {
  /// A Tuesday at noon in Almaty.
  static let noon = Date(timeIntervalSince1970: 1_795_503_600)

  /// Parses a time such as `2026-03-29T01:00:00Z`.
  static func utc(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }
}

extension MenuDocument {
  static func sample() throws -> MenuDocument {
    try JSONDecoder().decode(MenuDocument.self, from: Data(SampleMenu.text().utf8))
  }
}

extension MenuSnapshot {
  /// Returns the sample menu with texts replaced; requires that each text occurs.
  static func sample(_ replacements: (old: String, new: String)...) throws -> MenuSnapshot {
    var text = SampleMenu.text()
    for (old, new) in replacements {
      try #require(text.contains(old), "\(old) is not in the sample")
      text = text.replacing(old, with: new)
    }
    return try MenuSnapshot(json: Data(text.utf8))
  }

  static func sample(_ old: String, _ new: String) throws -> MenuSnapshot {
    try sample((old, new))
  }

  /// Creates a menu with these tables; a table that is not named is empty.
  static func tables(_ tables: String...) throws -> MenuSnapshot {
    let names = [
      "categories", "products", "sizes", "crusts", "ingredients", "groups", "modifiers", "combos",
      "slots",
    ]
    let missing = names.filter { name in !tables.contains { $0.hasPrefix("\"\(name)\"") } }
    let rows = (tables + missing.map { "\"\($0)\":[]" }).joined(separator: ",")
    let text = #"{"revision":1,"language":"en","currency":"USD",\#(rows)}"#
    return try MenuSnapshot(json: Data(text.utf8))
  }

  func at(
    _ time: Date = .noon, stops: [StopRow] = [], in timeZone: String = "Asia/Almaty"
  ) throws -> OrderableMenu {
    let list = UnavailableItems(StopDocument(revision: 1, stops: Rows(stops)))
    return try #require(OrderableMenu(self, unavailable: list, at: time, timeZone: timeZone))
  }
}

extension OrderableMenu {
  /// Returns the first configuration of a variant, which has no problems.
  func first(_ variant: Variant.ID) throws -> ProductConfiguration {
    let first = try #require(start(with: variant))
    #expect(problems(in: first) == [])
    return first
  }

  /// Returns the first configuration of a combo, which has no problems.
  func firstCombo(_ combo: Combo.ID) throws -> ComboConfiguration {
    let first = try #require(start(with: combo))
    #expect(problems(in: first) == [])
    return first
  }
}

extension StopRow {
  /// An entry without a reason; its times are seconds after noon.
  static func now(
    _ kind: String, _ id: String, _ end: Int64? = nil, from begin: Int64? = nil, left: Int? = nil
  ) -> StopRow {
    let noon = Int64(Date.noon.timeIntervalSince1970)
    return StopRow(
      kind: kind, id: id, until: end.map { noon + $0 }, reason: nil, from: begin.map { noon + $0 },
      left: left)
  }
}

extension ConfigurationProblem {
  /// The problem in the notation of ``SlowMenu``.
  var text: String {
    let places = path.map { step in
      switch step {
      case .slot(let id): id.rawValue
      case .choice(let position): "\(position)"
      case .secondHalf: "half"
      case .group(let id): id.rawValue
      case .item(let item): item.rawID
      }
    }
    let words =
      switch kind {
      case .unknown: "unknown"
      case .notOffered: "not offered"
      case .mismatched: "mismatched"
      case .unavailable: "unavailable"
      case .tooFew: "too few"
      case .tooMany: "too many"
      case .tooFewKinds: "too few kinds"
      case .tooManyKinds: "too many kinds"
      case .priceless: "priceless"
      }
    return (places + [words]).joined(separator: " ")
  }
}

extension MenuItem {
  var rawID: String {
    switch self {
    case .product(let id): id.rawValue
    case .variant(let id): id.rawValue
    case .combo(let id): id.rawValue
    case .modifier(let id): id.rawValue
    case .ingredient(let id): id.rawValue
    case .size(let id): id.rawValue
    case .category(let id): id.rawValue
    }
  }
}
