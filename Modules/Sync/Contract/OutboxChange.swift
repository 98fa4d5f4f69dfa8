/// A change of the user's that has to reach the server, such as one case of a cart's `enum`.
///
/// It says what is wanted ("three of these"), not what to add, so that arriving twice does no harm.
/// It is kept as JSON for as long as it takes, so a later release has to be able to decode it; what
/// it cannot decode is parked and not lost.
public protocol OutboxChange: Codable, Sendable, Equatable {
  /// The reasons for which the server refuses such a change; stored in the journal as JSON.
  associatedtype Rejection: Codable & Hashable & Sendable = String

  /// Returns the reason that a release before typed rejections stored as `text`; `nil` when there is
  /// none to be made of it.
  static func rejection(fromStoredText text: String) -> Rejection?

  /// The entity that is changed: changes of one lane are sent one after the other.
  var lane: Lane { get }

  /// Which other lanes have to be through with what they were told before. None, unless said.
  var dependencies: Dependencies { get }

  /// When it is sent, seen from other lanes. ``Priority/normal``, unless said.
  var priority: Priority { get }

  /// What remains of a change that was never sent when this one follows it. Both, unless said.
  func follow(_ earlier: Self) -> Coalescing<Self>
}

extension OutboxChange {
  /// Returns `nil`.
  public static func rejection(fromStoredText text: String) -> Rejection? { nil }

  /// None.
  public var dependencies: Dependencies { .none }
  /// Normal.
  public var priority: Priority { .normal }
  /// Both are sent.
  public func follow(_ earlier: Self) -> Coalescing<Self> { .both }
}

extension OutboxChange where Rejection == String {
  /// Returns the text.
  public static func rejection(fromStoredText text: String) -> String? { text }
}

/// The entity that a change is about, by its kind and its local id, which never changes.
public struct Lane: Sendable, Hashable, Codable, CustomStringConvertible {
  /// What it is, such as `address`.
  public let kind: String
  /// Which one it is on this device.
  public let id: String

  /// Names an entity.
  public init(_ kind: String, _ id: String) {
    self.kind = kind
    self.id = id
  }

  /// The kind and the id, with a slash between them.
  public var description: String { "\(kind)/\(id)" }
}

/// What has to be through before a change is sent.
public enum Dependencies: Sendable, Hashable, Codable {
  /// Nothing but its own lane.
  case none
  /// What these lanes were told before, such as the upload of a photo. What they are told later waits
  /// for this change in turn, so it finds them as the user saw them.
  case lanes(Set<Lane>)
  /// All that anyone was told before: an order waits for the whole cart.
  case everything
}

extension Dependencies {
  /// Reads what the compiler's own `encode(to:)` has written, and what nearly every change has at once.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if values.contains(.none) {
      self = .none
    } else if values.contains(.everything) {
      self = .everything
    } else {
      let lanes = try values.nestedContainer(keyedBy: LanesCodingKeys.self, forKey: .lanes)
      self = .lanes(try lanes.decode(Set<Lane>.self, forKey: ._0))
    }
  }
}

/// When a change is sent, seen from other lanes.
public enum Priority: Int, Sendable, Hashable, Codable, Comparable {
  /// Before the others.
  case high
  /// In the order in which they were made.
  case normal
  /// After the others and one at a time: large uploads.
  case low

  /// Whether the first is sent before the second.
  public static func < (first: Priority, second: Priority) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// What remains of two changes of which none was sent.
public enum Coalescing<Change: Sendable>: Sendable {
  /// Both, one after the other.
  case both
  /// This one in the place of both.
  case merged(Change)
  /// Nothing: what was made has been taken back.
  case cancelled
}
