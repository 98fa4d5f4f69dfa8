public import Sync

/// The stage of ordering a cart: not ordered yet, order pending, order refused, or order placed.
public enum OrderPlacement: Sendable, Hashable {
  /// The cart has not been ordered, and can be changed.
  case open
  /// The order of the cart is pending, and is sent after all earlier changes.
  ///
  /// The associated value is the status of the order. The cart cannot be changed until the server
  /// responds to the order.
  case pending(SyncStatus<CartRejection>)
  /// The server refused the order for this reason, or it was not sent in time (`.expired`). The cart can
  /// be changed and ordered again.
  ///
  /// `retry(_:)` sends the same order again, valid for another ``CartLimits/orderValidity``.
  /// ``ShoppingCart/withdrawOrder()`` discards it. A later change of the cart discards it, too, because an
  /// order that is sent again would not contain the change.
  case refused(ChangeRefusal<CartRejection>)
  /// The previous cart was ordered, and a new cart can be filled.
  ///
  /// `id` is the server's id of the order, and `number` the one by which the user and the restaurant name
  /// it.
  ///
  /// This status lasts until the next change. ``CartState/placedOrders`` contains the order until
  /// ``ShoppingCart/acknowledge(_:)``.
  case placed(id: String, number: String)
}
