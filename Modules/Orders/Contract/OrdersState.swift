public import Sync

/// The orders for a screen: active orders, finished orders, the history, and pending cancellations.
public struct OrdersState: Sendable, Hashable {
  /// The orders that have not ended, the newest first.
  public internal(set) var active: [Order] = []
  /// The orders that have ended and that ``OrderTracker/acknowledge(_:)`` has not moved to the history,
  /// the newest first.
  public internal(set) var finished: [Order] = []
  /// The stored first page of the order history.
  ///
  /// Before its first fetch, the page contains the orders that ``OrderTracker/acknowledge(_:)`` has
  /// moved to the history, and ``OrderPage/next`` is `nil`. If there are no such orders, the page is
  /// `nil`.
  public internal(set) var history: OrderPage?
  /// The cancellations that the server has not confirmed, the oldest first.
  public internal(set) var cancellations: [PendingCancellation] = []
  /// The problems with individual orders in the server's latest responses.
  public internal(set) var problems: [OrderProblem] = []
  /// The status of loading, fetching and storing the orders.
  public internal(set) var sync = SyncState()
  /// The revisions that an ``OrderEvent`` has announced and that no response of the server contains
  /// yet, by the id of the order.
  var announced: [Order.ID: Int] = [:]
  /// The server's times at which the device received the revisions of the orders, by the id of the order.
  var received = StoredOrders.Times()

  /// Creates the state before any data has been loaded, for samples and tests.
  public init() {}

  /// Returns the active or finished order with an id; `nil` if there is none.
  public func order(_ id: Order.ID) -> Order? {
    active.first { $0.id == id } ?? finished.first { $0.id == id }
  }
}
