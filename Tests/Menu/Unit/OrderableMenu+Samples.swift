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

  func at(
    _ time: Date = .noon, stops: [StopRow] = [], in timeZone: String = "Asia/Almaty"
  ) throws -> OrderableMenu {
    let list = UnavailableItems(StopDocument(revision: 1, stops: Rows(stops)))
    return try #require(OrderableMenu(self, unavailable: list, at: time, timeZone: timeZone))
  }
}

extension StopRow {
  /// An entry that names no reason, and a time only if one is given.
  static func now(
    _ kind: String, _ id: String, until: Int64? = nil, left: Int? = nil
  ) -> StopRow {
    StopRow(kind: kind, id: id, until: until, reason: nil, left: left)
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
