#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage
public import Sync

/// The user's active orders, finished orders until the app acknowledges them, and the history.
///
/// An order from the cart is on the disk before ``take(_:)`` returns. The status of an order never goes
/// back, and an older answer of the server never replaces a newer one. While an order is active,
/// `run()` requests it at a pace that depends on its status and its promised time; ``notice(_:)``
/// causes a request at once.
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
/// The app passes an order from the cart to the tracker, and acknowledges it once the tracker has stored
/// it.
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
/// No result depends on the device's time of day. Times are the server's; differences are measured by the
/// clock of the environment, which must be one that the user cannot set.
///
/// Await `run()` while the app is in the foreground. A skipped state loses no order: an order stays in
/// ``OrdersState/active`` or ``OrdersState/finished`` until ``acknowledge(_:)``.
public protocol OrderTracker: SyncedFeature<OrdersState, OrdersError> {
  /// The current time by the server's clock; `nil` before the first answer in this process.
  ///
  /// A screen subtracts it from the times in ``Order/promised`` to show the remaining time.
  var serverTime: Date? { get }

  /// Takes over an order that the server has accepted, and stores it.
  ///
  /// An order with the same id or key is taken over once, even if the server's list contained it before,
  /// and never again after ``acknowledge(_:)``.
  ///
  /// - Returns: Whether the order would survive a crash. Unless it is `WriteStatus.failed`, the app may
  ///   acknowledge the order to the cart.
  /// - Throws: ``OrdersError``; then nothing was stored.
  func take(_ order: Order) async throws(OrdersError) -> WriteStatus

  /// Causes one request if the event announces a higher revision of an order than the known one.
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
  /// A refused cancellation is in ``OrdersState/cancellations`` until `discard(_:)`. A second
  /// cancellation of an order has no effect.
  ///
  /// - Returns: Whether the cancellation would survive a crash.
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/tooLate(_:)`` if the order is finished or
  ///   its cancel window has closed by the server's time, or ``OrdersError/sync(_:)``.
  @discardableResult
  func cancel(_ id: Order.ID) async throws(OrdersError) -> WriteStatus

  /// Moves a finished order to the history, once the app has passed it on for rating or has shown its
  /// end.
  ///
  /// The order never returns to ``OrdersState/finished``, regardless of later answers. The call also
  /// removes an order with ``OrderProblem/Kind/unknownToServer``.
  ///
  /// - Returns: Whether the acknowledgement would survive a crash. If not, the order may be in
  ///   ``OrdersState/finished`` again after a restart.
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/notFinished(_:)`` or
  ///   ``OrdersError/sync(_:)``.
  @discardableResult
  func acknowledge(_ id: Order.ID) async throws(OrdersError) -> WriteStatus
}

/// An announcement that an order has changed.
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
  /// Creates the tracker for one user's orders, which reads and sends nothing before the first call.
  ///
  /// - Parameter environment: The environment of the app. Its server serves `/v1/orders`, and its clock
  ///   must be one that the user cannot set.
  /// - Returns: A tracker; create one per directory.
  public static func makeOrders(in environment: FeatureEnvironment) -> any OrderTracker {
    LiveOrderTracker(in: environment)
  }
}
