public import Foundation
public import Sync

/// The user's active orders, the finished orders that are not in the history yet, and the history.
///
/// - ``track(_:)`` stores a placed order on disk before it returns, unless ``OrdersState/sync`` is then not
///   durable.
/// - A finished order moves to the history when the app calls ``acknowledge(_:)``.
/// - The newest revision of an order decides, also after a final status: the server may reinstate an order.
/// - An older response of the server does not replace a newer one, unless the revisions have gone back for
///   an hour.
/// - An unreadable part of a response does not affect the other parts of the order.
/// - While an order is active, `run()` fetches the order repeatedly. The delay between two fetches
///   depends on the status of the order and on ``Order/promised``. A call of ``receive(_:)`` with a new
///   revision causes a fetch at once.
///
/// ```swift
/// let orders = environment.makeOrderTracker()
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
/// The app passes each placed order of the cart to the tracker, and then acknowledges the order to the
/// cart:
///
/// ```swift
/// for await state in cart.states() {
///   for placed in state.placedOrders {
///     guard let order = Order(placed) else { continue }
///     try await orders.track(order)
///     guard orders.state.sync.isDurable else { continue }
///     try await cart.acknowledge(placed.id)
///   }
/// }
/// ```
///
/// No result depends on the device's time of day, because the user can set it. All times are from the
/// server's clock. Durations are measured by the environment's clock, which must be one that the user
/// cannot set.
///
/// Await `run()` while the app is in the foreground. A consumer that skips states misses no order,
/// because an order stays in ``OrdersState/active`` or ``OrdersState/finished`` until
/// ``acknowledge(_:)`` is called.
public protocol OrderTracker: SyncedFeature<OrdersState, OrdersError> {
  /// The current time on the server's clock; `nil` until the first response that contains it, since the
  /// tracker was created.
  ///
  /// To show the remaining time, subtract this time from the times in ``Order/promised``.
  var serverTime: Date? { get }

  /// Stores an order that the user has placed and the server has accepted.
  ///
  /// The call has no effect if an order with the same id or the same ``Order/key`` is already stored,
  /// or if ``acknowledge(_:)`` has moved the order to the history. Remove the order from the cart, with
  /// the cart's method `acknowledge(_:)`, only if ``OrdersState/sync`` is durable after the call. An order
  /// that the server does not list within a day is removed.
  ///
  /// ```swift
  /// guard let order = Order(placed) else { continue }
  /// try await orders.track(order)
  /// guard orders.state.sync.isDurable else { continue }
  /// try await cart.acknowledge(placed.id)
  /// ```
  ///
  /// - Throws: ``OrdersError``; nothing was stored.
  func track(_ order: Order) async throws(OrdersError)

  /// Fetches the active orders at once if an event announces a new revision of an order.
  ///
  /// A revision is new if it is higher than the stored revision and all revisions announced before. The
  /// event may come from a socket or a push notification, and does not contain the changed order. Events
  /// may be lost, repeated or late. An event for an order that neither the device nor the server knows
  /// causes a few fetches, and no problem in ``OrdersState``.
  ///
  /// ```swift
  /// for await push in pushes {
  ///   await orders.receive(OrderEvent(push.order, revision: push.revision))
  /// }
  /// ```
  func receive(_ event: OrderEvent) async

  /// Fetches one order, which may be active or finished; works without `run()`.
  ///
  /// An order that the device already has is updated in ``OrdersState``. If the device has a newer
  /// revision than the server's response, the call returns the device's order.
  ///
  /// ```swift
  /// let order = try await orders.order(id)
  /// if order.status == .fulfilled { screen.thank(order) }
  /// ```
  ///
  /// - Throws: ``OrdersError/unknownOrder(_:)`` if the user has no such order;
  ///   ``OrdersError/badID(_:)`` if `id` is not a valid id; ``OrdersError/sync(_:)``.
  func order(_ id: Order.ID) async throws(OrdersError) -> Order

  /// Fetches a page of finished orders, the newest first; works without `run()`.
  ///
  /// The first page is stored and is in ``OrdersState/history``; no other page is stored.
  ///
  /// ```swift
  /// guard let next = page.next else { return }
  /// list.append(try await orders.history(after: next).orders)
  /// ```
  ///
  /// - Parameter cursor: ``OrderPage/next`` of the previous page; `nil` for the first page.
  /// - Returns: The page, without the orders of ``OrdersState/active`` and ``OrdersState/finished``.
  /// - Throws: ``OrdersError/sync(_:)``.
  func history(after cursor: OrderPage.Cursor?) async throws(OrdersError) -> OrderPage

  /// Cancels an order; the server decides whether the order can still be canceled.
  ///
  /// The call has no effect while the server has not answered an earlier cancellation of the order, or
  /// after the order was canceled. If the server rejects a cancellation, ``OrdersState/cancellations``
  /// contains it until `discard(_:)` is called, a new cancellation replaces it, or the order has ended.
  ///
  /// ```swift
  /// if let now = orders.serverTime, let until = order.cancelableUntil, now < until {
  ///   try await orders.cancel(order.id)
  /// }
  /// ```
  ///
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/tooLate(_:)`` or ``OrdersError/sync(_:)``.
  ///   `tooLate` means that the order has ended, or that its ``Order/cancelableUntil`` is `nil` or in the
  ///   past. The latter applies only to an order that was fetched, while ``serverTime`` is known.
  func cancel(_ id: Order.ID) async throws(OrdersError)

  /// Moves a finished order to the history.
  ///
  /// Call the method after the app has asked the user for a rating, or after the user has seen the final
  /// status. Later responses of the server do not move the order back, unless a newer revision has another
  /// status.
  ///
  /// An unfinished order with the problem ``OrderProblem/Kind/unknownToServer`` is removed, and is not
  /// added to the history. It is shown again after another call of ``track(_:)``, or when a response of
  /// the server contains it: a lagging replica may not have known the order.
  ///
  /// ```swift
  /// for order in orders.state.finished { try await orders.acknowledge(order.id) }
  /// ```
  ///
  /// - Throws: ``OrdersError/unknownOrder(_:)``, ``OrdersError/notFinished(_:)`` or
  ///   ``OrdersError/sync(_:)``.
  func acknowledge(_ id: Order.ID) async throws(OrdersError)
}
