/// A change by the user that the server has to apply, such as a new quantity of a product in the cart.
///
/// A change states the desired result ("three of these") and not a difference ("one more"), so that
/// applying it twice does no harm. A pending change is stored as CBOR, and later releases of the app
/// have to decode it. A change that a release cannot decode is not lost: it stays queued as
/// ``ChangeRefusal/unreadable``.
public protocol OutboxChange: Codable, Sendable, Equatable {
  /// The server's reasons to refuse a change.
  ///
  /// A rejection is stored as CBOR.
  associatedtype Rejection: Codable & Hashable & Sendable = String

  /// The lane of the change, which identifies the changed entity.
  ///
  /// The changes of one lane are sent one after the other.
  var lane: Lane { get }

  /// The other lanes whose earlier changes must be applied before this change is sent; none by default.
  ///
  /// For example, a review waits for the uploads of its photos, and an order for the changes of its cart.
  ///
  /// Changes that the user makes later in any of these lanes wait for this change. So the server applies
  /// this change to the entities as the user saw them.
  var dependencies: Set<Lane> { get }

  /// The name of a change that may be made again after a crash; `nil` by default.
  ///
  /// A change is ignored while one of the same name is in the queue, even if its content differs. A change
  /// with a name is never merged with another. After it has left the queue, only the server can recognize it,
  /// by an id in its content.
  var uniqueName: String? { get }

  /// Whether the change is a large upload; `false` by default.
  ///
  /// Large changes are sent after all others that can be sent now, one at a time.
  var isLarge: Bool { get }

  /// Combines this change with an earlier one that was never sent; ``CoalescingResult/keepBoth`` by
  /// default.
  ///
  /// `earlier` is the last queued change of the same ``Lane``. The queue calls this function only if
  /// this change has no ``dependencies``, and if no change queued after `earlier` depends on the lane. A
  /// merged change waits only for its own dependencies, so it should have those of `earlier`.
  func coalesce(after earlier: Self) -> CoalescingResult<Self>

  /// The time after the user's tap in which the first attempt may be made; no limit by default.
  ///
  /// A change that was not sent in time waits for the user as ``ChangeRefusal/expired``. After a restart,
  /// the time is measured by the server's clock, see ``ServerUpdate/time``. If the server's time at the
  /// tap is not known, the change counts as expired.
  ///
  /// The journal also records the first attempt, as with ``recordsFirstAttempt``, because a change that
  /// may have been sent does not expire.
  var validFor: Duration? { get }

  /// Whether the journal records the first attempt before it is made; `false` by default.
  ///
  /// Then a change that was never sent can be discarded also after a restart. Each first attempt costs
  /// one more write.
  var recordsFirstAttempt: Bool { get }
}

extension OutboxChange {
  /// The default, no dependencies: the change waits only for earlier changes of its own lane.
  public var dependencies: Set<Lane> { [] }
  /// The default, `nil`: the change is made once.
  public var uniqueName: String? { nil }
  /// The default, `false`: the change is sent in its turn.
  public var isLarge: Bool { false }
  /// The default, no limit: the change never expires.
  public var validFor: Duration? { nil }
  /// The default, `false`: after a restart, an unsent change counts as possibly sent.
  public var recordsFirstAttempt: Bool { false }
  /// The default: returns ``CoalescingResult/keepBoth``, so that each change is sent on its own.
  public func coalesce(after earlier: Self) -> CoalescingResult<Self> { .keepBoth }
}

/// The result of coalescing a new change with an earlier change that was never sent.
public enum CoalescingResult<Change: Sendable>: Sendable {
  /// The earlier change and the new change are sent one after the other.
  case keepBoth
  /// The earlier change and the new change are replaced by one change, the associated value.
  case merged(Change)
  /// The new change undoes the earlier change, so neither is sent.
  case cancelled
}
