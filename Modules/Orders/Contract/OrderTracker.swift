#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage
public import Sync

/// The user's active orders, the finished orders that the app has not acknowledged, and the history.
///
/// An order from the cart is on the disk before ``take(_:)`` returns. The displayed status of an order
/// never goes back, and an older answer of the server never replaces a newer one. While an order is
/// active, `run()` fetches it at intervals that depend on its status and its promised time;
/// ``notice(_:)`` fetches it at once.
///
/// ```swift
/// let orders = OrdersFactory.makeOrders(in: environment)
///
/// group.addTask { try await orders.run() }
///
/// for await state in orders.states() {
///   list.apply(state.active)
///   let received = state.finished.filter { $0.status == .fulfilled }.map(RatableOrder.init)
///   if let draft = try await reviews.prompt(among: received) {
///     await screen.ask(draft)
///     try await orders.acknowledge(draft.id)
///   }
/// }
/// ```
///
/// The app passes each placed order of the cart to the tracker, and then acknowledges it to the cart:
///
/// ```swift
/// for await state in cart.states() {
///   for placed in state.placedOrders {
///     guard let order = Order(placed) else { continue }
///     if case .failed = try await orders.take(order) { continue }
///     try await cart.acknowledge(placed.id)
///   }
/// }
/// ```
///
/// No result depends on the device's time of day, which the user can set. All times are the server's, and
/// time spans are measured by the clock of the environment, which must be one that the user cannot set.
///
/// Await `run()` while the app is in the foreground. A consumer that skips states misses no order: an order
/// stays in ``OrdersState/active`` or ``OrdersState/finished`` until ``acknowledge(_:)`` is called.
public protocol OrderTracker: SyncedFeature<OrdersState, OrdersError> {
  /// The current time on the server's clock; `nil` until the server has answered since the app's start.
  ///
  /// A screen subtracts it from the times in ``Order/promised`` to show the remaining time.
  var serverTime: Date? { get }

  /// Stores an order that the server has accepted, so that the cart need not store it any longer.
  ///
  /// The call can be repeated: an order with the same id or ``Order/key`` is stored only once, even if
  /// the server's list contained it before. After ``acknowledge(_:)`` it is never stored again.
  ///
  /// - Returns: Whether the order would survive a crash. If it is not `WriteStatus.failed`, the app may
  ///   acknowledge the order to the cart.
  /// - Throws: ``OrdersError``; then nothing was stored.
  func take(_ order: Order) async throws(OrdersError) -> WriteStatus

  /// Fetches the active orders once if the event announces a higher revision of an order than the known
  /// one.
  ///
  /// An event from a socket or a push notification only announces a change; its content is never shown.
  /// Events may be lost, repeated or late.
  func notice(_ event: OrderEvent) async

  /// Fetches one order, which may be active or finished; works without `run()`.
  ///
  /// - Throws: ``OrdersError/unknownOrder(_:)`` if the user has no such order, or ``OrdersError/sync(_:)``.
  func order(_ id: Order.ID) async throws(OrdersError) -> Order

  /// Fetches a page of finished orders, the newest first; works without `run()`.
  ///
  /// The first page is stored and is in ``OrdersState/history``; no other page is stored.
  ///
  /// - Parameter cursor: ``OrderPage/next`` of the previous page; `nil` for the first page.
  /// - Returns: The page, without the orders of ``OrdersState/active`` and ``OrdersState/finished``.
  /// - Throws: ``OrdersError/sync(_:)``.
  func history(after cursor: OrderPage.Cursor?) async throws(OrdersError) -> OrderPage

  /// Cancels an order; the server decides whether it can still be canceled.
  ///
  /// A refused cancellation is in ``OrdersState/cancellations`` until `discard(_:)` is called.
  /// Canceling an order twice has no further effect.
  ///
  /// - Returns: Whether the cancellation would survive a crash.
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/tooLate(_:)`` if the order is finished or
  ///   the time in which it could be canceled is over by the server's clock, or ``OrdersError/sync(_:)``.
  @discardableResult
  func cancel(_ id: Order.ID) async throws(OrdersError) -> WriteStatus

  /// Moves a finished order to the history.
  ///
  /// An app calls it after it has passed the order on for rating, or has shown how the order ended.
  ///
  /// The order does not return to ``OrdersState/finished`` with a later answer of the server. The call
  /// also removes an order with the problem ``OrderProblem/Kind/unknownToServer``.
  ///
  /// - Returns: Whether the acknowledgement would survive a crash. If not, the order may be in
  ///   ``OrdersState/finished`` again after a restart.
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/notFinished(_:)`` or
  ///   ``OrdersError/sync(_:)``.
  @discardableResult
  func acknowledge(_ id: Order.ID) async throws(OrdersError) -> WriteStatus
}

/// An announcement that an order has changed, for example by a push notification.
public struct OrderEvent: Codable, Sendable, Hashable {
  /// The id of the order.
  public let order: Order.ID
  /// The revision of the order after the change.
  public let revision: Int

  private enum CodingKeys: String, CodingKey {
    case order = "id"
    case revision
  }

  /// Creates an event.
  public init(_ order: Order.ID, revision: Int) {
    self.order = order
    self.revision = revision
  }
}

/// The entry point of this module.
public enum OrdersFactory {
  /// Creates a tracker for the orders of one user; it reads no file and sends nothing before the first
  /// call.
  ///
  /// - Parameter environment: The dependencies of the app. Its server serves `/v1/orders`, and its clock
  ///   must be one that the user cannot set.
  /// - Returns: A tracker; create one per directory.
  public static func makeOrders(in environment: FeatureEnvironment) -> any OrderTracker {
    LiveOrderTracker(in: environment)
  }
}
