import Foundation
import Storage
import Sync
import Synchronization

/// The stored orders that were not yet passed to ``OrderTracker/acknowledge(_:)``.
///
/// This may be the only copy of an order on the device. Once an order is stored here, the app removes
/// it from the cart.
struct StoredOrders: Codable, Sendable, Equatable {
  typealias Times = [Order.ID: Date]

  /// A finished order that was acknowledged, with its status at that time.
  struct Acknowledged: Codable, Sendable, Equatable {
    let id: Order.ID
    let revision: Int
    let status: OrderStatus
    /// The server's time at which the device received the revision; `nil` if it is unknown.
    let received: Date?

    func isReplaced(by order: Order, now: Date?) -> Bool {
      order.status != status && order.revision != revision
        && !ReplicaLag.explains(order.revision, below: revision, received: received, now: now)
    }
  }

  /// The maximum number of elements in ``acknowledged``.
  ///
  /// The number is larger than any list from the server. So ``acknowledged`` still has all acknowledged
  /// orders that the server lists.
  static let acknowledgedLimit = 200

  /// The orders, in the order in which the device received them.
  var orders: [Order] = []
  /// The finished orders that were most recently acknowledged, the newest last.
  ///
  /// The server lists an order for some hours after its end. These elements prevent an acknowledged order
  /// from being shown again.
  var acknowledged: [Acknowledged] = []
  /// The server's times at which the device received the revisions of ``orders``.
  ///
  /// For an order that was never fetched, the time is that of ``OrderTracker/track(_:)``.
  var received = Times()
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
  /// The language of the page; another language's page may have the same validator.
  var language: String?
  /// The server's time at which the device received the page; `nil` if it is unknown.
  var received: Date?
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
  private let current: SingleBase<StoredOrders>
  private let page: SingleRepository<StoredHistory>

  init(in directory: StorageDirectory) {
    current = SingleBase(
      SingleRepository(
        .memoryBackedByFile("orders"), class: .critical, schema: StoredSchema(StoredOrders.self),
        in: directory), initial: StoredOrders())
    page = SingleRepository(
      .memoryBackedByFile("order-history"), class: .cache,
      schema: StoredSchema(StoredHistory.self), in: directory)
  }

  func orders() async throws(StorageError) -> StoredOrders? { try await current.load() }

  func history() async throws(StorageError) -> StoredHistory? { try await page.value() }

  func save(_ orders: StoredOrders) async -> WriteStatus { await current.save(orders) }

  func save(_ history: StoredHistory) async {
    // If the page cannot be written, it is fetched again after a restart.
    do { try await page.save(history) } catch {}
  }
}

/// The storage of an ``OrdersBase``; writes the orders and the history only if they have changed.
final class OrdersStore: BaseStore {
  private let files: any OrderFiles
  private let stored = Mutex(
    (orders: StoredOrders(), history: StoredHistory?.none, status: WriteStatus.written))

  init(_ files: any OrderFiles) { self.files = files }

  func load() async throws(StorageError) -> OrdersBase {
    let orders = try await files.orders() ?? StoredOrders()
    var history: StoredHistory?
    // If the history cannot be read, it is fetched again.
    do throws(StorageError) { history = try await files.history() } catch {}
    stored.withLock { $0 = (orders, history, .written) }
    return OrdersBase(current: orders, history: history)
  }

  func save(_ base: OrdersBase) async -> WriteStatus {
    let last = stored.withLock { $0 }
    if let history = base.history, history != last.history {
      await files.save(history)
      stored.withLock { $0.history = history }
    }
    guard base.current != last.orders else { return last.status }
    let status = await files.save(base.current)
    if case .failed = status { return status }
    stored.withLock { ($0.orders, $0.status) = (base.current, status) }
    return status
  }
}
