/// An announcement that an order has changed.
///
/// The announcement comes, for example, from a push notification.
public struct OrderEvent: Codable, Sendable, Hashable {
  /// The id of the changed order; an event with an invalid ``Order/id`` is ignored.
  public let order: Order.ID
  /// The revision of the order after the change.
  public let revision: Int

  private enum CodingKeys: String, CodingKey {
    case order = "id"
    case revision
  }

  /// Creates an event; `revision` is the revision of the order after the change.
  public init(_ order: Order.ID, revision: Int) {
    self.order = order
    self.revision = revision
  }
}
