public import Sync

/// The reason for a failed call of an ``OrderTracker``; nothing was changed.
public enum OrdersError: SyncFailure, Hashable {
  /// An error that all features share.
  case sync(SyncError)
  /// The text is not the id of an order, which has 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
  case badID(String)
  /// The order to take over has no lines.
  case badOrder(Order.ID)
  /// The user has no such order.
  case unknownOrder(Order.ID)
  /// The order can no longer be canceled.
  case tooLate(Order.ID)
  /// The order has not ended, so it cannot be acknowledged.
  case notFinished(Order.ID)
}
