import Networking
import Storage
import Sync
import Synchronization

/// The orders and the order history that the device knows, without the pending cancellations.
///
/// ``current`` and ``history`` are stored in files. The other properties are only in memory.
struct OrdersBase: Sendable, Equatable {
  /// The maximum number of orders in ``announced``; events for further orders are ignored.
  static let announcements = 50

  /// The active orders, and the finished ones that were not passed to ``OrderTracker/acknowledge(_:)``.
  var current = StoredOrders()
  /// The first page of the order history; `nil` until the page is fetched or a finished order is
  /// acknowledged.
  var history: StoredHistory?
  /// The number of the request whose response was last stored as ``history``; 0 before the first one.
  var historyRequest = 0
  /// The ids of the orders in the server's latest list of active orders; `nil` before the first list.
  var listed: Set<Order.ID>?
  /// The revision of the server's latest list of active orders; 0 before the first list.
  var listRevision = 0
  /// The problems with orders in the server's latest list and in its responses for single orders.
  ///
  /// A problem of the kind ``OrderProblem/Kind/unknownToServer`` concerns an order in ``current``, and
  /// remains until a fetch finds the order, or until the order is acknowledged.
  var problems: [OrderProblem] = []
  /// The revisions that an ``OrderEvent`` has announced and that no response of the server contains
  /// yet, by the id of the order.
  ///
  /// If ``current`` lacks an order, its element is removed after ``PollSchedule/attempts`` fetches with a
  /// problem. For example, the event may be for the previous account of the device.
  var announced: [Order.ID: Int] = [:]
  /// The number of fetches with a problem since the last announcement, for orders that ``current``
  /// lacks.
  var failedFetches: [Order.ID: Int] = [:]

  /// Whether ``current`` contains an order with the same id or idempotency key.
  func contains(_ order: Order) -> Bool { current.orders.contains { $0.isSame(as: order) } }

  /// Adds an order from the server, or updates the stored order if the server's revision is higher.
  ///
  /// An order that was passed to ``acknowledge(_:)`` is updated only in the history.
  ///
  /// - Returns: `nil`, or a problem in one of two cases:
  ///   - The status of `order` is earlier than the stored status, or the stored order has ended with
  ///     another status. The stored status stays.
  ///   - A stored order has the same key but another id. `order` is ignored.
  @discardableResult
  mutating func merge(_ order: Order) -> OrderProblem? {
    if order.revision >= announced[order.id] ?? .max { announced[order.id] = nil }
    problems.removeAll { $0 == OrderProblem(order.id, .unknownToServer) }
    updateHistory(with: order)
    guard !current.acknowledged.contains(order.id) else { return nil }
    guard let index = current.orders.firstIndex(where: { $0.isSame(as: order) }) else {
      current.orders.append(order)
      return nil
    }
    let known = current.orders[index]
    // The server assigns the id when it accepts the order, and never changes it. Pending cancellations
    // contain the stored id, so it must not be replaced by another id.
    guard known.id == order.id else {
      return OrderProblem(order.id, .unreadable("the order \(known.id) has the same key"))
    }
    guard order.revision > known.revision else { return nil }
    let merged = order.merged(after: known)
    current.orders[index] = merged
    return merged.status == order.status ? nil : OrderProblem(order.id, .wentBack(to: order.status))
  }

  /// Updates an order of the stored history if the server's revision is higher.
  ///
  /// The call has no effect if the order is not on the stored page.
  mutating func updateHistory(with order: Order) {
    if let index = history?.page.orders.firstIndex(where: { $0.id == order.id }),
      let known = history?.page.orders[index], known.revision < order.revision
    {
      history?.page.orders[index] = order.merged(after: known)
    }
  }

  /// Replaces the first page of the order history; `page` may be from an older response than the stored
  /// page.
  ///
  /// A stored order with a higher revision than in `page` stays unchanged. An acknowledged order that
  /// `page` lacks also stays, unless it is so old that it belongs on a later page.
  mutating func store(_ page: OrderPage, validator: String?) {
    let known = history?.page.orders ?? []
    var page = page
    page.orders = page.orders.map { order in
      guard let known = known.first(where: { $0.id == order.id }) else { return order }
      return known.revision > order.revision ? known : order.merged(after: known)
    }
    let listed = Set(page.orders.map(\.id))
    let end = page.next == nil ? nil : page.orders.last?.createdAt
    let missing = known.filter { order in
      guard current.acknowledged.contains(order.id), !listed.contains(order.id) else {
        return false
      }
      guard let end, let time = order.createdAt else { return true }
      return time > end
    }
    if !missing.isEmpty {
      page.orders = Array((missing + page.orders).newestFirst.prefix(StoredHistory.limit))
    }
    history = StoredHistory(page: page, validator: validator)
  }

  /// Adds the revision of an event to ``announced``, if it is higher than the stored revision of the
  /// order and the revision announced before.
  mutating func announce(_ event: OrderEvent) {
    let known = current.orders.first { $0.id == event.order }?.revision ?? 0
    let last = announced[event.order]
    guard event.revision > max(known, last ?? 0),
      last != nil || announced.count < Self.announcements
    else { return }
    announced[event.order] = event.revision
    failedFetches[event.order] = nil
  }

  /// Records that a fetch has found a problem with an order that ``current`` lacks.
  mutating func fetchFailed(for id: Order.ID) {
    guard announced[id] != nil else { return }
    failedFetches[id, default: 0] += 1
    guard failedFetches[id] == PollSchedule.attempts else { return }
    (announced[id], failedFetches[id]) = (nil, nil)
  }

  /// Returns the ids of the orders that are active or in ``announced``, but not in the server's list.
  ///
  /// `listed` contains the ids in the server's list. A fetch requests the orders of the result
  /// individually, but only the first ``FetchedOrders/limit``. The orders that are in ``problems`` come
  /// last, because an earlier request for them may have failed.
  func missing(in listed: Set<Order.ID>) -> [Order.ID] {
    let active = current.orders.filter { !$0.status.isFinal }.map(\.id)
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
  /// The id of a finished order is added to ``StoredOrders/acknowledged``, so that a later response of
  /// the server does not add the order to ``current`` again. An order that the server does not know may
  /// only be missing in a lagging replica, so a later response adds it again.
  mutating func acknowledge(_ order: Order) {
    current.orders.removeAll { $0.id == order.id }
    problems.removeAll { $0.order == order.id }
    announced[order.id] = nil
    guard order.status.isFinal else { return }
    current.acknowledged =
      current.acknowledged.suffix(StoredOrders.acknowledgedLimit - 1) + [order.id]
    var page = history?.page ?? OrderPage(orders: [])
    page.orders.removeAll { $0.id == order.id }
    page.orders = Array(([order] + page.orders).newestFirst.prefix(StoredHistory.limit))
    history = StoredHistory(page: page, validator: nil)
  }
}

/// The stored orders that were not yet passed to ``OrderTracker/acknowledge(_:)``.
///
/// This may be the only copy of an order on the device. Once an order is stored here, the app removes
/// it from the cart.
struct StoredOrders: Codable, Sendable, Equatable {
  /// The maximum number of ids in ``acknowledged``.
  ///
  /// The number is larger than any list from the server. So ``acknowledged`` still has the ids of all
  /// acknowledged orders that the server lists.
  static let acknowledgedLimit = 200

  /// The orders, in the order in which the device received them.
  var orders: [Order] = []
  /// The ids of the finished orders that were most recently acknowledged, the newest last.
  ///
  /// The server lists an order for some hours after its end. These ids prevent an acknowledged order
  /// from being shown again.
  var acknowledged: [Order.ID] = []

  static func repository(in directory: StorageDirectory) -> SingleRepository<StoredOrders> {
    SingleRepository(
      .memoryBackedByFile("orders"), class: .critical, schema: StoredSchema(StoredOrders.self),
      in: directory)
  }
}

/// The stored first page of the order history, with the server's `ETag` of the page.
struct StoredHistory: Codable, Sendable, Equatable {
  /// The maximum number of orders on the stored page.
  ///
  /// ``OrdersBase/acknowledge(_:)`` adds an order to the page, and then removes the oldest orders above
  /// this number.
  static let limit = 60

  var page: OrderPage
  var validator: String?

  static func repository(in directory: StorageDirectory) -> SingleRepository<StoredHistory> {
    SingleRepository(
      .memoryBackedByFile("order-history"), class: .cache,
      schema: StoredSchema(StoredHistory.self), in: directory)
  }
}

/// The files of the current orders and of the order history; tests replace them by simulated files.
protocol OrderFiles: Sendable {
  func orders() async throws(StorageError) -> StoredOrders?
  func history() async throws(StorageError) -> StoredHistory?

  /// Stores the orders.
  ///
  /// - Returns: The write status; `.failed` means that a crash would lose the orders.
  func save(_ orders: StoredOrders) async -> WriteStatus
  /// Stores the history.
  ///
  /// A failure is ignored, because the history can be fetched again.
  func save(_ history: StoredHistory) async
}

/// The files of the current orders and of the order history in a storage directory.
struct StoredOrderFiles: OrderFiles {
  private let current: SingleRepository<StoredOrders>
  private let page: SingleRepository<StoredHistory>

  init(in directory: StorageDirectory) {
    current = StoredOrders.repository(in: directory)
    page = StoredHistory.repository(in: directory)
  }

  func orders() async throws(StorageError) -> StoredOrders? { try await current.value() }

  func history() async throws(StorageError) -> StoredHistory? { try await page.value() }

  func save(_ orders: StoredOrders) async -> WriteStatus {
    do { try await current.save(orders) } catch { return .failed(error) }
    // After `save`, `.scheduled` means that these orders are written, and only newer ones wait. If these
    // orders could not be written, the status is `.failed`.
    return current.writeStatus == .scheduled ? .written : current.writeStatus
  }

  func save(_ history: StoredHistory) async {
    // If the page cannot be written, it is fetched again after a restart.
    do { try await page.save(history) } catch {}
  }
}

/// The storage of an ``OrdersBase``; writes the orders and the history only if they have changed.
final class OrdersStore: BaseStore {
  private let files: any OrderFiles
  private let stored = Mutex((orders: StoredOrders(), history: StoredHistory?.none))
  private let result = Mutex(WriteStatus.written)

  init(_ files: any OrderFiles) { self.files = files }

  func load() async throws(StorageError) -> OrdersBase {
    let orders = try await files.orders() ?? StoredOrders()
    var history: StoredHistory?
    // If the history cannot be read, it is fetched again.
    do throws(StorageError) { history = try await files.history() } catch {}
    stored.withLock { $0 = (orders, history) }
    return OrdersBase(current: orders, history: history)
  }

  func save(_ base: OrdersBase) async -> WriteStatus {
    let last = stored.withLock { $0 }
    if let history = base.history, history != last.history {
      await files.save(history)
      stored.withLock { $0.history = history }
    }
    guard base.current != last.orders else { return result.withLock { $0 } }
    let status = await files.save(base.current)
    if case .failed = status { return status }
    stored.withLock { $0.orders = base.current }
    result.withLock { $0 = status }
    return status
  }
}

extension Order {
  /// Whether both orders have the same id or the same idempotency key.
  func isSame(as other: Order) -> Bool { id == other.id || key != nil && key == other.key }

  /// Returns this order as an update of the stored order `known`, but never with an earlier status.
  ///
  /// The result has the ``status``, ``steps`` and ``finishedAt`` of `known` in two cases:
  /// - `known` has ended, and this order has another status.
  /// - This order's status has a lower ``OrderStatus/rank`` than the highest rank among the status and
  ///   steps of `known`. The steps count, because a status that this release does not know has no rank.
  func merged(after known: Order) -> Order {
    guard status != known.status else { return self }
    let reached = ([known.status] + known.steps.map(\.status)).compactMap(\.rank).max() ?? 0
    guard known.status.isFinal || status.rank ?? .max < reached else { return self }
    var order = self
    (order.status, order.steps, order.finishedAt) = (known.status, known.steps, known.finishedAt)
    return order
  }
}

extension [Order] {
  /// The orders sorted by the time at which they were placed, the newest first.
  ///
  /// An order without a time was just placed, and comes first.
  var newestFirst: [Order] {
    enumerated().sorted { first, second in
      let (a, b) = (first.element.createdAt, second.element.createdAt)
      // Of two orders with the same time, the later element comes first, because the last element of
      // `StoredOrders.orders` was received last.
      guard a != b else { return first.offset > second.offset }
      guard let a, let b else { return a == nil }
      return a > b
    }.map(\.element)
  }
}
