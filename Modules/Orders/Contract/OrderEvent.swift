/// An announcement that an order has changed.
///
/// The announcement comes, for example, from a push notification.
public struct OrderEvent: Codable, Sendable, Hashable {
  /// The id of the changed order; an event with an invalid ``Order/id`` is ignored.
  public let id: Order.ID
  /// The revision of the order after the change.
  public let revision: Int

  /// Creates an event; `revision` is the revision of the order after the change.
  public init(_ id: Order.ID, revision: Int) {
    self.id = id
    self.revision = revision
  }
}
