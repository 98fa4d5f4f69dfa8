#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage
public import Sync

/// The user's orders: from the answer to the cart until the user has rated or dismissed them, and the
/// history.
///
/// An order that was taken over is on the disk before ``take(_:)`` returns. Its status only advances, and
/// an older answer of the server never replaces a newer one. While an order is active, ``run()`` asks the
/// server at a pace that follows the order's status and its promised time; ``notice(_:)`` makes it ask
/// at once.
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
/// The cart hands an order over: the app passes it on until the tracker has stored it.
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
/// No result depends on the device's time of day: times are the server's, and differences are measured by
/// the clock of the environment, which must not be one that the user can set.
///
/// All members may be called from any task, at any time and concurrently. Every call ends; in a
/// canceled task it throws `SyncError.cancelled` and changes nothing.
public protocol OrderTracker: StateProvider<OrdersState> {
  /// The current state.
  var state: OrdersState { get }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  ///
  /// No order is skipped with a state: an order stays in ``OrdersState/active`` or
  /// ``OrdersState/finished`` until ``acknowledge(_:)``.
  func states() -> AsyncStream<OrdersState>

  /// The current time by the server's clock; `nil` before the first answer in this process.
  ///
  /// A screen subtracts it from ``Order/promised`` to show the remaining time.
  var serverTime: Date? { get }

  /// Asks the server for active orders and sends cancellations until its task is canceled; one task of
  /// the app awaits it while the app is in the foreground.
  ///
  /// Nothing is sent before a city is settled. A second call while the first runs returns at once.
  ///
  /// - Throws: ``OrdersError/sync(_:)`` with `SyncError.storage` if the files cannot be read; call it
  ///   again later.
  func run() async throws(OrdersError)

  /// Takes over an order that the server has accepted, and stores it.
  ///
  /// An order with the same id or key is taken once, also if the server's list had it first, and not again
  /// after ``acknowledge(_:)``.
  ///
  /// - Returns: Whether the order would survive a crash. Unless it is `WriteStatus.failed`, the cart may
  ///   forget the order.
  /// - Throws: ``OrdersError``; then nothing was stored.
  func take(_ order: Order) async throws(OrdersError) -> WriteStatus

  /// Asks the server once, if an order has a higher revision than the known one.
  ///
  /// An event of a socket or a push notification only announces a change: its content is never shown. It
  /// may be lost, doubled or late.
  func notice(_ event: OrderEvent) async

  /// Asks the server for the active orders and waits for the result; works without ``run()``.
  ///
  /// - Throws: ``OrdersError/sync(_:)``; the state shows the same orders as before.
  func refresh() async throws(OrdersError)

  /// Fetches one order, active or of the history; works without ``run()``.
  ///
  /// - Throws: ``OrdersError/unknownOrder(_:)`` if the user has no such order, or ``OrdersError/sync(_:)``.
  func order(_ id: Order.ID) async throws(OrdersError) -> Order

  /// Fetches a page of finished orders, the newest first; works without ``run()``.
  ///
  /// The first page is stored and is in ``OrdersState/history``. The tracker holds no other page.
  ///
  /// - Parameter cursor: ``OrderPage/next`` of the page before; `nil` for the first page.
  /// - Returns: The page, without the orders of ``OrdersState/active`` and ``OrdersState/finished``.
  /// - Throws: ``OrdersError/sync(_:)``.
  func history(after cursor: OrderPage.Cursor?) async throws(OrdersError) -> OrderPage

  /// Cancels an order; the server decides whether it is too late.
  ///
  /// A refused cancellation is in ``OrdersState/cancellations`` until ``discard(_:)``. An order that is
  /// canceled, or is being canceled, is not canceled again.
  ///
  /// - Returns: Whether the cancellation would survive a crash.
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/tooLate(_:)`` if the order is finished or
  ///   its cancel window has closed by the server's time, or ``OrdersError/sync(_:)``.
  @discardableResult
  func cancel(_ id: Order.ID) async throws(OrdersError) -> WriteStatus

  /// Sends a refused cancellation again, or one that waits for its next attempt now.
  ///
  /// - Throws: ``OrdersError/sync(_:)``; then nothing was changed.
  func retry(_ cancellation: PendingCancellation.ID) async throws(OrdersError)

  /// Removes a cancellation that the server certainly does not have.
  ///
  /// - Throws: ``OrdersError/sync(_:)`` with `SyncError.mayBeApplied` if the server may have it.
  func discard(_ cancellation: PendingCancellation.ID) async throws(OrdersError)

  /// Moves a finished order to the history, once the app has passed it on for rating or has shown how
  /// it ended.
  ///
  /// The order never returns to ``OrdersState/finished``, whatever the server answers. Also removes an order
  /// with ``OrderProblem/Kind/unknownToServer``.
  ///
  /// - Returns: Whether this would survive a crash. If not, a later launch may show the order as finished
  ///   again.
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
  /// Creates the orders of one user, which read and send nothing before the first call.
  ///
  /// - Parameter environment: The environment of the app. Its server serves `/v1/orders`, and its clock
  ///   must not be one that the user can set.
  /// - Returns: The orders; create one per directory.
  public static func makeOrders(in environment: FeatureEnvironment) -> any OrderTracker {
    LiveOrderTracker(in: environment)
  }
}
