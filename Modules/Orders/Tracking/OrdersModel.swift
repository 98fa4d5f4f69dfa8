import Networking
import Sync

/// A cancellation, in the form in which it is stored and sent.
struct OrderChange: OutboxChange {
  typealias Rejection = CancellationRejection

  /// The id of the order to cancel.
  let cancel: Order.ID

  var lane: Lane { Lane("order", cancel) }

  func coalesce(after earlier: OrderChange) -> CoalescingResult<OrderChange> { .merged(earlier) }
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
    var state = OrdersState(
      active: orders.filter { !$0.status.isFinal }, finished: orders.filter(\.status.isFinal),
      history: base.history?.page.without(orders),
      cancellations: snapshot.pending.map { item in
        PendingCancellation(
          id: item.id, order: item.change?.cancel, status: item.status, reason: item.reason)
      },
      problems: base.problems, sync: snapshot.sync)
    state.announced = base.announced
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
      let isActive = base.current.orders.contains { $0.id == id && !$0.status.isFinal }
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
      found = FetchedOrders(try server.read(response), of: server.account)
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
    if found.list.map({ $0.revision >= base.listRevision }) ?? true {
      let listed = found.list?.ids ?? base.listed ?? []
      for id in base.missing(in: listed).prefix(FetchedOrders.limit) {
        // The gate may have closed since the previous request, and then no further request may be sent.
        guard gate.isOpen, polling.takeToken() else { break }
        await find(id, in: context, &found)
      }
    }
    guard found != FetchedOrders() else { return .notModified }
    return .updated(ServerUpdate { [found] base in base.merge(found) }, validator: next)
  }

  /// Fetches an order that the server's list does not contain, and adds the order or a problem to
  /// `found`.
  private func find(
    _ id: Order.ID, in context: RequestContext, _ found: inout FetchedOrders
  ) async {
    let answer = await server.order(id, in: context)
    switch answer {
    case .success(let response):
      do throws(UnusableBody) { found.orders.append(try server.readOrder(id, response)) } catch {
        found.problems.append(OrderProblem(id, .unreadable(error.reason)))
      }
    case .notFound(let problem) where problem.code == "unknownOrder":
      found.problems.append(OrderProblem(id, .unknownToServer))
    case .notFound, .notModified, .conflict, .unauthorized, .rejected, .tryLater, .notSent,
      .outcomeUnknown:
      // The next fetch requests the order again.
      break
    }
  }

  // MARK: Sending

  func send(
    _ outgoing: OutgoingChange<OrderChange>, on base: OrdersBase, in context: RequestContext
  ) async -> SendOutcome<OrderChange, OrdersBase> {
    let id = outgoing.change.cancel
    return SendOutcome(
      await server.cancel(id, key: outgoing.key, in: context),
      applied: { response throws(UnusableBody) in
        let order = try server.readOrder(id, response)
        return ServerUpdate { base in base.merge(order) }
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
struct FetchedOrders: Sendable, Equatable {
  /// The maximum number of orders that one fetch requests individually, in addition to the list.
  static let limit = 5

  struct List: Sendable, Equatable {
    let revision: Int
    let ids: Set<Order.ID>
  }

  var orders: [Order] = []
  var problems: [OrderProblem] = []
  /// The list of active orders; `nil` if the server confirmed that the latest list is unchanged.
  var list: List?

  init() {}

  init(_ document: OrderListDocument, of account: String?) {
    (orders, problems) = document.orders(of: account)
    list = List(
      revision: document.revision ?? 0, ids: Set(orders.map(\.id) + problems.map(\.order)))
  }
}

extension OrdersBase {
  /// Merges the orders of a fetch; a fetched order replaces a stored one only if its revision is
  /// higher.
  mutating func merge(_ fetched: FetchedOrders) {
    var problems = fetched.problems
    for order in fetched.orders {
      if let problem = merge(order) { problems.append(problem) }
    }
    if let list = fetched.list, list.revision >= listRevision {
      (listed, listRevision) = (list.ids, list.revision)
      // The problems of earlier lists are removed, except `unknownToServer`. This problem comes from a
      // request for a single order, which this fetch may not have repeated. So the problem remains until
      // a list contains the order.
      self.problems.removeAll { $0.kind != .unknownToServer || list.ids.contains($0.order) }
    }
    let current = Set(current.orders.map(\.id))
    for id in Set(problems.map(\.order)).subtracting(current) { fetchFailed(for: id) }
    // An order that only an event has named is not shown, so its absence at the server is no problem.
    problems.removeAll { $0.kind == .unknownToServer && !current.contains($0.order) }
    let ids = Set(fetched.orders.map(\.id) + problems.map(\.order))
    self.problems = self.problems.filter { !ids.contains($0.order) } + problems
  }
}

extension OrderPage {
  /// Returns the page without the given orders.
  func without(_ orders: [Order]) -> OrderPage {
    let ids = Set(orders.map(\.id))
    return OrderPage(orders: self.orders.filter { !ids.contains($0.id) }, next: next)
  }
}
