public import Sync

/// The reason for a failed call of an ``OrderTracker``; nothing was changed.
public enum OrdersError: SyncFailure, Hashable {
  /// An error that is not specific to orders, such as a failed fetch.
  case sync(SyncError)
  /// The associated text is not a valid order id; see ``Order/id`` for the valid characters.
  case badID(String)
  /// The order that was passed to ``OrderTracker/track(_:)`` has no lines.
  case badOrder(Order.ID)
  /// No order has this id.
  ///
  /// ``OrderTracker/order(_:)`` asks the server. ``OrderTracker/cancel(_:)`` and
  /// ``OrderTracker/acknowledge(_:)`` search only the active and finished orders of ``OrdersState``.
  case unknownOrder(Order.ID)
  /// The order has ended, or its ``Order/cancelableUntil`` is `nil` or in the past.
  case tooLate(Order.ID)
  /// The order has not ended, so ``OrderTracker/acknowledge(_:)`` cannot move it to the history.
  case notFinished(Order.ID)
}
