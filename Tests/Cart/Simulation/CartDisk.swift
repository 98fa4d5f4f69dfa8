import Storage
import SyncTestSupport

@testable import Cart

/// The stored data of a simulated app.
struct CartDisk: Sendable {
  var cart: CartRecord?
  /// The ids of all carts that were ever stored.
  var ids: Set<String> = []
  /// The number of executor steps that a write of the record takes.
  var delay = 1
}

extension DeviceDisk<CartDisk>.Life: CartRecordFile {
  func cart() async throws(StorageError) -> CartRecord? { await read().cart }

  func write(_ cart: CartRecord) async -> WriteStatus {
    await write(after: disk.kept.delay) { disk in
      disk.cart = cart
      if let id = cart.id { disk.ids.insert(id) }
    }
  }
}
