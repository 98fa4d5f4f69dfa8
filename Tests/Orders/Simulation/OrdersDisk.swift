import Storage
import SyncTestSupport

@testable import Orders

/// The stored data of a simulated app.
struct OrdersDisk: Sendable {
  var orders: StoredOrders?
  var history: StoredHistory?
}

extension DeviceDisk<OrdersDisk>.Life: OrderFiles {
  func orders() async throws(StorageError) -> StoredOrders? { await read().orders }
  func history() async throws(StorageError) -> StoredHistory? { await read().history }

  func save(_ orders: StoredOrders) async -> WriteStatus {
    await write { $0.orders = orders }
  }

  func save(_ history: StoredHistory) async {
    _ = await write { $0.history = history }
  }
}
