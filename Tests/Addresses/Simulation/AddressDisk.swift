import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Addresses

/// The disk of a simulated app with an address book.
typealias AddressDisk = DeviceDisk<[KeptAddress]>

/// The base store of one launch of the app.
struct AddressDiskBase: BaseStore {
  let life: AddressDisk.Life

  func load() async throws(StorageError) -> AddressBase {
    let addresses = await life.read()
    life.memory.withLock { $0 = addresses }
    return AddressBase(addresses)
  }

  func save(_ base: AddressBase) async -> WriteStatus {
    life.memory.withLock { $0 = base.addresses }
    return await life.write { disk in disk = life.memory.withLock { $0 } }
  }
}
