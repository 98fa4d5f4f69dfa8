import Storage
import SyncTestSupport

@testable import Cart

/// What a simulated app keeps of its carts.
struct CartDisk: Sendable {
  var cart: KeptCart?
  /// The id of every cart that was ever kept.
  var ids: Set<String> = []
  /// How many moments it takes to keep a cart's id.
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
