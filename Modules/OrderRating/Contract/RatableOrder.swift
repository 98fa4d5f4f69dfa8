#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An order as the app knows it: all that this module has to hear of one.
///
/// Its names are copied in when it is made, so a review is readable without a menu.
public struct RatableOrder: Sendable, Hashable, Codable, Identifiable {
  /// How the order reached the user; a word unknown to this release is kept as it came.
  public struct Fulfilment: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's word for it.
    public let rawValue: String
    /// Wraps the server's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A courier brought it.
    public static let delivery = Fulfilment(rawValue: "delivery")
    /// The user fetched it from a restaurant.
    public static let pickup = Fulfilment(rawValue: "pickup")
  }

  /// Something that was ordered.
  public struct Line: Sendable, Hashable, Codable, Identifiable {
    /// The server's id of the line.
    public let id: String
    /// Its name, as it was ordered.
    public let name: String

    /// Names a line.
    public init(_ id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The server's id of the order: 1 to 64 letters, digits, dashes, underscores and dots.
  public let id: String
  /// How it reached the user.
  public let fulfilment: Fulfilment
  /// What was ordered.
  public let lines: [Line]
  /// When the user had it, by the server's clock; `nil` while it is on its way.
  public let finishedAt: Date?

  /// Makes an order from what the app knows of it.
  public init(_ id: String, _ fulfilment: Fulfilment, lines: [Line], finishedAt: Date?) {
    self.id = id
    self.fulfilment = fulfilment
    self.lines = lines
    self.finishedAt = finishedAt
  }
}

extension RatableOrder {
  /// Throws ``ReviewError/badOrder(_:)`` for a value that no order has: its id becomes a part of a path.
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
