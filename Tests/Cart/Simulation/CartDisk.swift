import Storage
import Sync
import SyncTestSupport

@testable import Cart

/// The stored data of a simulated app.
struct CartDisk: Sendable {
  var carts: [StoredCart] = []
  /// The ids of all carts that were ever stored.
  var ids: Set<String> = []
  /// The number of executor steps that a write of the carts takes.
  var delay = 1
}

extension DeviceDisk<CartDisk>.Life: BaseStore {
  func load() async throws(StorageError) -> CartBase { CartBase(carts: await read().carts) }

  func save(_ base: CartBase) async -> WriteStatus {
    guard await read().carts != base.carts else { return .written }
    return await write(after: disk.kept.delay) { disk in
      disk.carts = base.carts
      for cart in base.carts { disk.ids.insert(cart.key.id) }
    }
  }
}
