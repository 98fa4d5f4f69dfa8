#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value that is hard to encode: dates, UUIDs, URLs, enums with associated values, and optionals.
package struct Order: Codable, Sendable, Equatable {
  package enum Payment: Codable, Sendable, Equatable {
    case cash
    case card(last: String)
    case link(URL)
  }

  package let id: UUID
  package let placed: Date
  package let delivered: Date?
  package let page: URL
  package let payment: Payment
  package let comment: String?
  package let lines: [UUID]

  package static func samples(_ count: Int) -> [Order] {
    (0..<count).map { index in
      Order(
        id: identifier(index), placed: Date(timeIntervalSince1970: 1.7e9 + Double(index) * 61.5),
        delivered: index.isMultiple(of: 3)
          ? nil : Date(timeIntervalSince1970: 1.7e9 + Double(index)),
        page: link(index),
        payment: [.cash, .card(last: "\(1000 + index % 9000)"), .link(link(index + 1))][index % 3],
        comment: index.isMultiple(of: 4) ? "Call \(index)" : nil,
        lines: (0..<3).map { identifier(index * 7 + $0) })
    }
  }

  private static func identifier(_ index: Int) -> UUID {
    let (a, b) = (UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8))
    return UUID(uuid: (a, b, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, a, 13, b, 15, 16))
  }

  private static func link(_ index: Int) -> URL {
    guard let url = URL(string: "https://shop.example.com/orders/\(index)?from=app") else {
      preconditionFailure("\(index) makes no link")
    }
    return url
  }
}

/// A city with names in several languages.
package struct Place: Codable, Sendable, Equatable {
  package let id: Int
  package let country: String
  package let names: [String: String]
  package let latitude: Double
  package let longitude: Double
  package let population: Int

  package static func samples(_ count: Int) -> [Place] {
    (0..<count).map { index in
      Place(
        id: 500_000 + index, country: ["KZ", "RU", "GB", "TR"][index % 4],
        names: [
          "en": "Springfield \(index)", "ru": "Спрингфилд \(index)", "kk": "Қала \(index)",
          "tr": "Şehir \(index)",
        ],
        latitude: 40 + Double(index % 2000) / 128, longitude: 30 + Double(index % 3000) / 128,
        population: 10_000 + index * 17)
    }
  }
}
