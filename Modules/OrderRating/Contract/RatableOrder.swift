public import Commerce
public import Foundation

/// A placed order, with the data that its review needs.
///
/// It contains the names of the ordered items, so a review can be shown without the menu.
public struct RatableOrder: Sendable, Hashable, Codable, Identifiable {
  /// An ordered item, which can be a subject to rate.
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
  /// The ordered items, each of which can be a subject to rate; of items with the same id, only the first.
  public let lines: [Line]
  /// The time at which the user received the order, on the server's clock; `nil` before that.
  public let finishedAt: Date?

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
  /// Whether the id can be a component of a URL path, and the time is a finite number.
  var isValid: Bool {
    (1...64).contains(id.utf8.count) && id != "." && id != ".."
      && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      && finishedAt?.timeIntervalSinceReferenceDate.isFinite != false
  }
}
