#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a city has run out of, by the minute; an ``OrderableMenu`` says what that means for a menu.
public struct StopList: Sendable, Equatable {
  /// Grows with every change of the list on the server.
  package var revision: Int { document.revision }

  let document: StopDocument
  /// What is stopped; of several stops of one thing the first counts.
  let entries: [MenuItem: StopEntry]
  /// Whether any modifier is stopped, which is asked for each group of each product.
  let stopsModifiers: Bool

  init(_ document: StopDocument) {
    self.document = document
    entries = Dictionary(document.entries, uniquingKeysWith: { first, _ in first })
    stopsModifiers = entries.keys.contains { if case .modifier = $0 { true } else { false } }
  }

  /// The list of a city that has everything.
  public static let empty: StopList = StopList(StopDocument(revision: 0, stops: Rows([])))

  /// Whether both came from equal answers.
  public static func == (first: StopList, second: StopList) -> Bool {
    first.document == second.document
  }

  /// Reads what a server sends as `/v1/menu/stops`, for catalogs in memory.
  package init(json: Data) throws {
    self.init(try JSONDecoder().decode(StopDocument.self, from: json))
  }
}

extension StopList: Codable {
  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    self.init(try StopDocument(from: decoder))
  }

  /// Writes the list as it came, with what this release does not know.
  public func encode(to encoder: any Encoder) throws {
    try document.encode(to: encoder)
  }
}

/// Why something is not to be had; a reason unknown to this release is kept as it came.
public struct StopReason: RawRepresentable, Sendable, Hashable {
  /// The server's word for it.
  public let rawValue: String
  /// Wraps the server's word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// There is none left.
  public static let soldOut = StopReason(rawValue: "soldOut")
  /// What it is made with does not work.
  public static let equipment = StopReason(rawValue: "equipment")
}
