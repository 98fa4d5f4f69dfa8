import FoodApp
import Foundation
import Observation
import Orders
import Sync

/// The model of the orders screen for one user.
@Observable
final class OrdersModel {
  /// An order as a row of the screen.
  nonisolated struct Row: Identifiable, Equatable {
    let id: Order.ID
    let number: String
    let status: OrderStatus
    let lines: String
    /// The promised time interval of the order; `nil` if it is unknown or the order has ended.
    let promised: OrderInterval?
    /// Whether the order has ended, so that it can be acknowledged.
    let hasEnded: Bool
    /// Whether the user can request a cancellation.
    ///
    /// The value is `false` for a finished order, and while a requested cancellation is pending. It is
    /// also `false` if the server does not allow a cancellation at this time.
    let isCancelable: Bool
    /// Whether the user has requested a cancellation that the server has not answered yet.
    let isBeingCanceled: Bool
  }

  private let user: FoodAppUser
  private let model: AppModel
  private let orders: Observed<OrdersState>

  init(_ user: FoodAppUser, _ model: AppModel) {
    self.user = user
    self.model = model
    orders = Observed(user.orders)
  }

  /// The active orders, then the ended orders that the user has not acknowledged.
  var current: [Row] { (orders.state.active + orders.state.finished).map(row) }

  /// The orders on the first page of the history; empty before the first fetch of the history.
  var past: [Row] { orders.state.history?.orders.map(row) ?? [] }

  /// Requests the cancellation of an order.
  func cancel(_ order: Order.ID) async {
    await model.perform { try await user.orders.cancel(order) }
  }

  /// Moves an ended order from ``current`` to the history.
  func acknowledge(_ order: Order.ID) async {
    await model.perform { try await user.orders.acknowledge(order) }
  }

  /// Fetches the orders.
  func refresh() async {
    await model.perform { try await user.orders.refresh() }
  }

  /// Shares the orders with the widget until the task is canceled.
  func share() async { await model.share(user.orders) }

  private func row(_ order: Order) -> Row {
    let isBeingCanceled = orders.state.cancellations.contains {
      $0.order == order.id && !$0.status.isFailed
    }
    let isInTime = order.cancelableUntil.map { (user.orders.serverTime ?? .now) < $0 } ?? false
    return Row(
      id: order.id, number: order.number, status: order.status,
      lines: order.lines.map { "\($0.quantity) × \($0.name)" }.joined(separator: ", "),
      promised: order.hasEnded ? nil : order.promised,
      hasEnded: order.hasEnded,
      isCancelable: isInTime && !order.hasEnded && !isBeingCanceled,
      isBeingCanceled: isBeingCanceled)
  }
}
