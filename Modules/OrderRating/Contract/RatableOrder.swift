#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Commerce

/// A placed order, with the data that its review needs.
///
/// It contains the names of the ordered items, so a review can be shown without the menu.
public struct RatableOrder: Sendable, Hashable, Codable, Identifiable {
  /// An item of the order.
  public struct Line: Sendable, Hashable, Codable, Identifiable {
    /// The server's id of this item of the order; unique in the order.
    public let id: String
    /// The name of the item at the time of the order.
    public let name: String

    /// Creates an item of an order from the server's id of the item and its name.
    public init(_ id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The server's id of the order: 1 to 64 ASCII letters, digits, dashes, underscores and dots.
  public let id: String
  /// The fulfillment method, which determines the subjects to rate.
  public let fulfillment: FulfillmentMethod
  /// The ordered items, with unique ids; each can be a subject to rate.
  public let lines: [Line]
  /// The time at which the user received the order, on the server's clock; `nil` before that.
  public let finishedAt: Date?

  private enum CodingKeys: String, CodingKey {
    case id
    case fulfillment = "fulfilment"
    case lines, finishedAt
  }

  /// Creates an order with its id; `finishedAt` is `nil` until the user has received the order.
  ///
  /// The order is not validated here; ``OrderReviews/draft(for:)`` throws ``ReviewError/badOrder(_:)`` for an
  /// invalid one.
  public init(_ id: String, _ fulfillment: FulfillmentMethod, lines: [Line], finishedAt: Date?) {
    self.id = id
    self.fulfillment = fulfillment
    self.lines = lines
    self.finishedAt = finishedAt
  }
}

extension RatableOrder {
  /// Validates the order, whose id is used in a URL path.
  ///
  /// - Throws: ``ReviewError/badOrder(_:)`` for an invalid order.
  func check() throws(ReviewError) {
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      case UInt8(ascii: "."): id != "." && id != ".."
      default: false
      }
    }
    guard isPlain, (1...64).contains(id.utf8.count) else { throw .badOrder(.id) }
    guard Set(lines.map(\.id)).count == lines.count else { throw .badOrder(.repeatedLine) }
    guard finishedAt?.timeIntervalSinceReferenceDate.isFinite != false else {
      throw .badOrder(.time)
    }
    guard lines.reduce(0, { $0 + $1.id.utf8.count + $1.name.utf8.count }) <= 65_536 else {
      throw .badOrder(.tooManyLines)
    }
  }
}
