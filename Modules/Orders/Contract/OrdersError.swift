public import Sync

/// The reason for a failed call of an ``OrderTracker``; nothing was changed.
public enum OrdersError: SyncFailure, Hashable {
  /// An error that is not specific to orders, such as a failed fetch.
  case sync(SyncError)
  /// The associated text is not a valid order id; see ``Order/id`` for the valid characters.
  case badID(String)
  /// No order has this id.
  ///
  /// ``OrderTracker/order(_:)`` asks the server. ``OrderTracker/cancel(_:)`` and
  /// ``OrderTracker/acknowledge(_:)`` search only the active and finished orders of ``OrdersState``.
  case unknownOrder(Order.ID)
  /// The order can no longer be canceled; see ``OrderTracker/cancel(_:)``.
  case tooLate(Order.ID)
  /// The order has not ended, so ``OrderTracker/acknowledge(_:)`` cannot move it to the history.
  case notFinished(Order.ID)
}

extension OrdersError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .badID(let id): "\(id) is not an order"
    case .unknownOrder(let id): "there is no order \(id)"
    case .tooLate: "it is too late to cancel"
    case .notFinished(let id): "the order \(id) has not ended"
    }
  }
}
