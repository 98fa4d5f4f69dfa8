import Networking
import Sync

/// A cancellation, in the form in which it is stored and sent.
struct OrderChange: OutboxChange {
  typealias Rejection = CancellationRejection

  /// The id of the order to cancel.
  let cancel: Order.ID

  var lane: Lane { Lane("order", cancel) }
}

/// The rules by which an `OptimisticStore` fetches, changes and shows the orders.
struct OrdersModel: OptimisticModel {
  typealias Failure = OrdersError
  typealias Snapshot = OptimisticSnapshot<OrdersBase, OrderChange>

  let server: OrderServer
  let polling: Polling
  let gate: Gate

  // MARK: State

  func state(of snapshot: Snapshot) -> OrdersState {
    let base = snapshot.base
    let orders = base.current.orders.newestFirst
    var state = OrdersState()
    state.active = orders.filter { !$0.hasEnded }
    state.finished = orders.filter(\.hasEnded)
    state.history = base.shownHistory
    state.cancellations = snapshot.pending.map { item in
      PendingCancellation(
        id: item.id, order: item.change?.cancel, status: item.status, reason: item.reason)
    }
    (state.problems, state.sync) = (base.problems, snapshot.sync)
    (state.announced, state.received) = (base.announced, base.current.received)
    return state
  }

  func reconcile(
    _ base: inout OrdersBase, with snapshot: Snapshot
  ) -> [Resolution<OrderChange>] {
    // A cancellation that the server does not have is discarded if the order is no longer active. A
    // rejected cancellation is also discarded if the user has canceled the order again, because the new
    // cancellation would wait for a decision about the rejected one.
    snapshot.pending.compactMap { item in
      guard let id = item.change?.cancel, !item.mayBeApplied else { return nil }
      let isActive = base.current.orders.contains { $0.id == id && !$0.hasEnded }
      let isRepeated =
        item.status.isFailed && snapshot.pending.last { $0.change?.cancel == id }?.id != item.id
      return isActive && !isRepeated ? nil : .discard(item.id)
    }
  }

  // MARK: Fetching

  func fetch(
    _ base: OrdersBase, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<OrdersBase> {
    polling.fetchStarted(at: server.time.elapsed)
    var found = FetchedOrders()
    let answer = await server.list(unless: validator, in: context)
    let outcome = FetchOutcome<OrdersBase>(answer) { response throws(UnusableBody) in
      found = try server.read(response).orders(of: server.account)
      return ServerUpdate()
    }
    var next = validator
    switch outcome {
    case .updated(_, let validator): next = validator
    case .notModified: break
    case .failed, .closed: return outcome
    }
    // A list is outdated if an earlier list had a higher revision. An outdated list may lack orders
    // that the current list contains, so the missing orders are not requested individually.
    let time = server.time.now
    if found.list.map({ base.isCurrent($0.revision, at: time) }) ?? true {
      let listed = found.list?.ids ?? base.listed ?? []
      for id in base.missing(in: listed).prefix(FetchedOrders.limit) {
        // The gate may have closed since the previous request, and then no further request may be sent.
        guard gate.isOpen, polling.takeToken() else { break }
        await find(id, in: context, &found)
      }
    }
    guard !found.isEmpty || base.isWaiting else { return .notModified }
    return .updated(ServerUpdate { [found] base in base.merge(found, at: time) }, validator: next)
  }

  /// Fetches an order that the server's list does not contain, and adds the order or a problem to
  /// `found`.
  private func find(
    _ id: Order.ID, in context: RequestContext, _ found: inout FetchedOrders
  ) async {
    let answer = await server.order(id, in: context)
    if case .success(let response) = answer {
      do throws(UnusableBody) { found.orders.append(try server.readOrder(id, response)) } catch {
        found.problems.append(OrderProblem(id, .unreadable(error.reason)))
      }
    } else if answer.isUnknownOrder {
      found.problems.append(OrderProblem(id, .unknownToServer))
    }
    // After any other answer, the next fetch requests the order again.
  }

  // MARK: Sending

  func send(
    _ outgoing: OutgoingChange<OrderChange>, on base: OrdersBase, in context: RequestContext
  ) async -> SendOutcome<OrderChange, OrdersBase> {
    let id = outgoing.change.cancel
    // The final status is the outcome of an attempt that the server has not answered.
    if base.order(id)?.hasEnded == true { return .applied(ServerUpdate()) }
    return SendOutcome(
      await server.cancel(id, key: outgoing.key, in: context),
      applied: { response throws(UnusableBody) in
        let order = try server.readOrder(id, response)
        let time = server.time.now
        return ServerUpdate { base in base.merge(order, at: time) }
      },
      refused: { problem in
        switch problem.code {
        case "tooLate": .rejected(.tooLate)
        case "unknownOrder": .rejected(.unknownOrder)
        default: .rejected(.other(problem.code))
        }
      })
  }
}

/// The orders of one fetch, before they are merged into an ``OrdersBase``.
struct FetchedOrders: Sendable {
  /// The maximum number of orders that one fetch requests individually, in addition to the list.
  static let limit = 5

  var orders: [OrderDocument] = []
  var problems: [OrderProblem] = []
  /// The list of active orders; `nil` if the server confirmed that the latest list is unchanged.
  var list: (revision: Int, ids: Set<Order.ID>)?

  var isEmpty: Bool { orders.isEmpty && problems.isEmpty && list == nil }
}

extension ResponseOutcome {
  /// Whether the service says that the user has no such order.
  var isUnknownOrder: Bool {
    if case .notFound(let problem) = self { problem.code == "unknownOrder" } else { false }
  }
}

extension OrderPage {
  /// Returns the page without the given orders.
  func without(_ orders: [Order]) -> OrderPage {
    let ids = Set(orders.map(\.id))
    return OrderPage(orders: self.orders.filter { !ids.contains($0.id) }, next: next)
  }
}
