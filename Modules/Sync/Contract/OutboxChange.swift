/// A change by the user that the server has to apply, such as one case of a cart's `enum`.
///
/// A change states the desired result ("three of these") and not a difference, so that applying it
/// twice does no harm. It is stored as JSON while it is pending, so a later release has to be able
/// to decode it. A change that cannot be decoded is not lost: it stays queued as
/// ``ChangeRefusal/unreadable``.
public protocol OutboxChange: Codable, Sendable, Equatable {
  /// The server's reasons to refuse a change.
  ///
  /// The journal stores the description of a `LosslessStringConvertible` rejection, and the JSON of any
  /// other one.
  associatedtype Rejection: Codable & Hashable & Sendable = String

  /// Returns the rejection for a text that an earlier release stored; `nil` for an unknown text.
  ///
  /// Releases before typed rejections stored the server's text.
  static func rejection(fromStoredText text: String) -> Rejection?

  /// The changed entity; changes of one lane are sent one after the other.
  var lane: Lane { get }

  /// The other lanes whose earlier changes have to be applied first; none by default.
  var dependencies: ChangeDependencies { get }

  /// The order of sending relative to other lanes; ``SendPriority/normal`` by default.
  var priority: SendPriority { get }

  /// Returns the result of coalescing an unsent change with this later one; ``CoalescingResult/keepBoth``
  /// by default.
  ///
  /// Called only with the last change of the same lane, if this change has no dependencies and no
  /// change in between depends on the lane.
  func coalesce(after earlier: Self) -> CoalescingResult<Self>
}

extension OutboxChange {
  /// The default: returns `nil`.
  public static func rejection(fromStoredText text: String) -> Rejection? { nil }

  /// The default: no dependencies.
  public var dependencies: ChangeDependencies { .none }
  /// The default: normal priority.
  public var priority: SendPriority { .normal }
  /// The default: returns ``CoalescingResult/keepBoth``.
  public func coalesce(after earlier: Self) -> CoalescingResult<Self> { .keepBoth }
}

extension OutboxChange where Rejection == String {
  /// Returns the text itself.
  public static func rejection(fromStoredText text: String) -> String? { text }
}

/// The changed entity: its kind and its local id, which never changes.
public struct Lane: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind of the entity, such as `address`.
  public let kind: String
  /// The id of the entity on this device.
  public let id: String

  /// Creates the lane of an entity.
  public init(_ kind: String, _ id: String) {
    self.kind = kind
    self.id = id
  }

  /// The kind and the id, separated by a slash.
  public var description: String { "\(kind)/\(id)" }
}

/// The changes that have to be applied before a change is sent.
public enum ChangeDependencies: Sendable, Hashable, Codable {
  /// Only the earlier changes of the change's own lane.
  case none
  /// In addition, the earlier changes of these lanes, such as the upload of a photo.
  ///
  /// Later changes of these lanes wait for this change, so the server applies it to the entities as the
  /// user saw them.
  case lanes(Set<Lane>)
  /// All earlier changes: an order waits for all changes of the cart.
  case everything
}

extension ChangeDependencies {
  /// Decodes the format of the synthesized `encode(to:)`.
  ///
  /// The case `none` is tested first, because nearly all changes have it.
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

/// The order in which changes of different lanes are sent.
public enum SendPriority: Int, Sendable, Hashable, Codable, Comparable {
  /// Sent before the others.
  case high
  /// Sent in the order in which the changes were made.
  case normal
  /// Sent after the others and one at a time, such as large uploads.
  case low

  /// Whether `first` is sent before `second`.
  public static func < (first: SendPriority, second: SendPriority) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// The result of coalescing two changes that were never sent.
public enum CoalescingResult<Change: Sendable>: Sendable {
  /// Both changes, one after the other.
  case keepBoth
  /// This change in place of both.
  case merged(Change)
  /// Neither change: the later one undoes the earlier one.
  case cancelled
}
