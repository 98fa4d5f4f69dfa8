import Foundation
import Networking
import Sync

/// The orders and the order history that the device knows, without the pending cancellations.
///
/// ``current`` and ``history`` are stored in files. The other properties are only in memory.
struct OrdersBase: Sendable, Equatable {
  /// The active orders, and the finished ones that were not passed to ``OrderTracker/acknowledge(_:)``.
  var current = StoredOrders()
  /// The first page of the order history; `nil` until the page is fetched or a finished order is
  /// acknowledged.
  var history: StoredHistory?
  /// The start of the request whose response was last stored as ``history``, as ``ServerTime/elapsed``.
  var historyRequest = Duration.zero
  /// The number of calls of ``OrderTracker/track(_:)``.
  var handOvers = 0
  /// The ids of the orders in the server's latest list of active orders; `nil` before the first list.
  var listed: Set<Order.ID>?
  /// The revision of the server's latest list of active orders; 0 before the first list.
  var listRevision = 0
  /// The server's time at which the device received the latest list; `nil` if it is unknown.
  var listTime: Date?
  /// The problems with orders in the server's latest list and in its responses for single orders.
  ///
  /// A problem of the kind ``OrderProblem/Kind/unknownToServer`` concerns an order in ``current``, and
  /// remains until a fetch finds the order, or until the order is acknowledged.
  var problems: [OrderProblem] = []
  /// The revisions that an ``OrderEvent`` has announced and that no response of the server contains
  /// yet, by the id of the order.
  ///
  /// An element is removed after ``PollSchedule/attempts`` fetches. For example, the event may be for the
  /// previous account of the device.
  var announced: [Order.ID: Int] = [:]
  /// The number of fetches since the last announcement, by the id of the order.
  var fetches: [Order.ID: Int] = [:]

  /// Whether an order with this id was passed to ``acknowledge(_:)``, and was not reinstated since.
  func isAcknowledged(_ id: Order.ID) -> Bool { current.acknowledged.contains { $0.id == id } }

  /// Returns the stored order with an id, from ``current`` or else from ``history``.
  func order(_ id: Order.ID) -> Order? {
    current.orders.first { $0.id == id } ?? history?.page.orders.first { $0.id == id }
  }

  /// The first page of the history, without the orders in ``current``.
  var shownHistory: OrderPage? { history?.page.without(current.orders) }

  /// Converts a list of finished orders to a page.
  func page(of list: OrderListDocument, _ account: String?) -> OrderPage {
    let documents = list.orders(of: account).orders.filter {
      $0.status.isFinal || $0.status.isUnknown
    }
    return OrderPage(
      orders: documents.map { $0.order(after: order($0.id)).order },
      next: list.next?.value.map { OrderPage.Cursor(rawValue: $0.wrappedValue) })
  }

  /// Merges an order of a response; `time` is the server's time, `nil` if it is unknown.
  ///
  /// - Returns: The names of the parts that cannot be read, for which the stored parts stay; `nil` if there
  ///   are none.
  @discardableResult
  mutating func merge(_ document: OrderDocument, at time: Date?) -> OrderProblem? {
    let (order, unreadable) = document.order(after: self.order(document.id))
    merge(order, at: time)
    guard !unreadable.isEmpty else { return nil }
    return OrderProblem(order.id, .unreadable(unreadable.joined(separator: ", ")))
  }

  /// Adds an order from the server, or updates the stored order unless it is newer.
  ///
  /// An order that was passed to ``acknowledge(_:)`` is updated only in the history, unless it has another
  /// status in a newer revision: then the server has reinstated or corrected it.
  mutating func merge(_ order: Order, at time: Date? = nil) {
    if order.revision >= announced[order.id] ?? .max { announced[order.id] = nil }
    problems.removeAll { $0 == OrderProblem(order.id, .unknownToServer) }
    if let index = current.acknowledged.firstIndex(where: { $0.id == order.id }) {
      guard current.acknowledged[index].isReplaced(by: order, now: time) else {
        return updateHistory(with: order, at: time)
      }
      current.acknowledged.remove(at: index)
    }
    guard let index = current.orders.firstIndex(where: { $0.id == order.id }) else {
      current.orders.append(order)
      current.received[order.id] = time
      return
    }
    let known = current.orders[index]
    guard order.replaces(known, received: current.received[order.id], now: time) else { return }
    current.orders[index] = order
    if order.revision != known.revision { current.received[order.id] = time }
  }

  /// Whether a list of active orders with this revision is not older than the latest one.
  func isCurrent(_ revision: Int, at time: Date?) -> Bool {
    !ReplicaLag.explains(revision, below: listRevision, received: listTime, now: time)
  }

  /// Merges the orders of a fetch; `time` is the server's time, `nil` if it is unknown.
  mutating func merge(_ fetched: FetchedOrders, at time: Date? = nil) {
    var problems = fetched.problems
    for order in fetched.orders {
      if let problem = merge(order, at: time) { problems.append(problem) }
    }
    if let list = fetched.list, isCurrent(list.revision, at: time) {
      if list.revision != listRevision { listTime = time }
      (listed, listRevision) = (list.ids, list.revision)
      // The problems of earlier lists are removed, except `unknownToServer`. This problem comes from a
      // request for a single order, which this fetch may not have repeated. So the problem remains until
      // a list contains the order.
      self.problems.removeAll { $0.kind != .unknownToServer || list.ids.contains($0.order) }
    }
    for id in announced.keys {
      fetches[id, default: 0] += 1
      if fetches[id] == PollSchedule.attempts { (announced[id], fetches[id]) = (nil, nil) }
    }
    let current = Set(current.orders.map(\.id))
    // An order that only an event has named is not shown, so its absence at the server is no problem.
    problems.removeAll { $0.kind == .unknownToServer && !current.contains($0.order) }
    let ids = Set(fetched.orders.map(\.id) + problems.map(\.order))
    self.problems = self.problems.filter { !ids.contains($0.order) } + problems
    if let time { forgetUnlisted(at: time) }
  }

  /// Updates an order of the stored history, unless the stored order is newer.
  ///
  /// The call has no effect if the order is not on the stored page.
  mutating func updateHistory(with order: Order, at time: Date?) {
    let received = history?.received
    for (index, known) in (history?.page.orders ?? []).enumerated() where known.id == order.id {
      guard order.replaces(known, received: received, now: time) else { continue }
      history?.page.orders[index] = order
    }
  }

  /// Replaces the first page of the order history; `page` may be from an older response than the stored
  /// page.
  ///
  /// A stored order that is newer than in `page` stays unchanged. An acknowledged order that `page` lacks
  /// also stays, unless it is so old that it belongs on a later page.
  mutating func store(_ page: OrderPage, validator: String?, at time: Date? = nil) {
    let (known, received) = (history?.page.orders ?? [], history?.received)
    var page = page
    page.orders = page.orders.map { new in
      known.first { $0.id == new.id && !new.replaces($0, received: received, now: time) } ?? new
    }
    let listed = Set(page.orders.map(\.id))
    let end = page.next == nil ? nil : page.orders.last?.createdAt
    let missing = known.filter { order in
      guard isAcknowledged(order.id), !listed.contains(order.id) else { return false }
      guard let end, let time = order.createdAt else { return true }
      return time > end
    }
    if !missing.isEmpty {
      page.orders = Array((missing + page.orders).newestFirst.prefix(StoredHistory.limit))
    }
    history = StoredHistory(page: page, validator: validator, received: time)
  }

  /// Adds the revision of an event to ``announced``, if it is higher than the stored revision of the
  /// order and the revision announced before.
  mutating func announce(_ event: OrderEvent) {
    let known = current.orders.first { $0.id == event.id }?.revision ?? 0
    guard event.revision > max(known, announced[event.id] ?? 0) else { return }
    announced[event.id] = event.revision
    fetches[event.id] = nil
  }

  /// Whether a fetch without any news has to be merged, too.
  var isWaiting: Bool { !announced.isEmpty || current.orders.contains { $0.revision == 0 } }

  /// Removes the orders that the server does not have for this account, and has not listed for as long as an
  /// order is fetched regularly; `time` is the server's time.
  ///
  /// An order that the server now has under another id, with the same key, is removed at once.
  mutating func forgetUnlisted(at time: Date) {
    current.received.merge(current.orders.map { ($0.id, time) }) { known, _ in known }
    for order in current.orders where listed?.contains(order.id) == false {
      let isUnknown = problems.contains(OrderProblem(order.id, .unknownToServer))
      guard order.revision == 0 || isUnknown && !order.hasEnded else { continue }
      let isRenamed = current.orders.contains { other in
        isUnknown && other.key != nil && other.key == order.key && other.id != order.id
      }
      let end = order.latestTime(current.received[order.id]) ?? time
      if isRenamed || time.timeIntervalSince(end) > PollSchedule.secondsUntilIgnored {
        acknowledge(order)
      }
    }
  }

  /// Returns the ids of the orders that are active or in ``announced``, but not in the server's list.
  ///
  /// `listed` contains the ids in the server's list. A fetch requests the orders of the result
  /// individually, but only the first ``FetchedOrders/limit``. The orders that are in ``problems`` come
  /// last, because an earlier request for them may have failed.
  func missing(in listed: Set<Order.ID>) -> [Order.ID] {
    let active = current.orders.filter { !$0.hasEnded }.map(\.id)
    let wanted = active + announced.keys.filter { !active.contains($0) }.sorted()
    let missing = wanted.filter { !listed.contains($0) }
    let hasProblem = Set(problems.map(\.order))
    return missing.filter { !hasProblem.contains($0) } + missing.filter(hasProblem.contains)
  }

  /// Removes an order from ``current``, and adds it to ``history`` if it is finished.
  ///
  /// The caller must check that the order is finished, or that the server does not know the order.
  /// ``OrderTracker/acknowledge(_:)`` makes this check.
  ///
  /// A finished order is added to ``StoredOrders/acknowledged``, so that a later response of the server
  /// does not add the order to ``current`` again. An order that the server does not know may
  /// only be missing in a lagging replica, so a later response adds it again.
  mutating func acknowledge(_ order: Order) {
    current.orders.removeAll { $0.id == order.id }
    problems.removeAll { $0.order == order.id }
    announced[order.id] = nil
    let received = current.received.removeValue(forKey: order.id)
    guard order.hasEnded else { return }
    current.acknowledged.append(
      .init(id: order.id, revision: order.revision, status: order.status, received: received))
    current.acknowledged = current.acknowledged.suffix(StoredOrders.acknowledgedLimit)
    var page = history?.page ?? OrderPage(orders: [])
    page.orders.removeAll { $0.id == order.id }
    page.orders = Array(([order] + page.orders).newestFirst.prefix(StoredHistory.limit))
    history = StoredHistory(page: page, validator: nil, received: history?.received)
  }
}

extension Order {
  /// Whether this order of a response replaces the stored order `known`.
  ///
  /// A lower revision is ignored while a lagging replica explains it. It does not explain a final status that
  /// `known` has not had: the server has restarted its revisions, or one was too high.
  ///
  /// `received` is the server's time at which the device received `known`; `nil` if it is unknown. `now` is
  /// the server's time in the response.
  func replaces(_ known: Order, received: Date?, now: Date?) -> Bool {
    if status.isFinal, !known.status.isFinal, !known.steps.contains(where: { $0.status == status })
    {
      return true
    }
    return !ReplicaLag.explains(revision, below: known.revision, received: received, now: now)
  }
}

extension ReplicaLag {
  /// Whether a lagging replica explains a revision below the known one.
  ///
  /// `received` is the server's time at which the device received the known one, and `now` is the server's
  /// time in the response. If either is `nil`, the result is `true`.
  static func explains(_ revision: Int, below known: Int, received: Date?, now: Date?) -> Bool {
    let (start, end) = (received ?? now ?? .distantPast, now ?? received ?? .distantPast)
    return explains(revision, below: known, confirmed: start, now: end)
  }
}

extension [Order] {
  /// The orders sorted by the time at which they were placed, the newest first.
  ///
  /// An order without a time was just placed, and comes first.
  var newestFirst: [Order] {
    // Of two orders with the same time, the later element comes first, because the last element of
    // `StoredOrders.orders` was received last.
    enumerated().sorted { first, second in
      (first.element.createdAt ?? .distantFuture, first.offset)
        > (second.element.createdAt ?? .distantFuture, second.offset)
    }.map(\.element)
  }
}
