import Storage
import SyncTestSupport

@testable import Cart

/// The stored data of a simulated app.
struct CartDisk: Sendable {
  var cart: KeptCart?
  /// The ids of all carts that were ever stored.
  var ids: Set<String> = []
  /// The number of steps of a write of the record.
  var delay = 1
}

extension DeviceDisk<CartDisk>.Life: CartShelf {
  func cart() async throws(StorageError) -> KeptCart? { await read().cart }

  func keep(_ cart: KeptCart) async -> Persistence {
    await write(after: disk.kept.delay) { disk in
      disk.cart = cart
      if let id = cart.id { disk.ids.insert(id) }
    }
  }
}
