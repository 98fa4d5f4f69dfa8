import Storage
import SyncTestSupport
import Synchronization

@testable import Addresses

/// What a simulated app keeps of its addresses.
typealias AddressDisk = DeviceDisk<[KeptAddress]>

extension AddressDisk.Life: AddressShelf {
  func addresses() async throws(StorageError) -> [KeptAddress] {
    let addresses = await read()
    memory.withLock { $0 = addresses }
    return addresses
  }

  func keep(_ saved: [KeptAddress], removing removed: [SavedAddress.ID]) async -> Persistence {
    memory.withLock { shelf in
      shelf.removeAll { removed.contains($0.id) }
      for address in saved {
        let index = shelf.firstIndex { $0.id == address.id }
        if let index { shelf[index] = address } else { shelf.append(address) }
      }
    }
    return await write { disk in disk = memory.withLock { $0 } }
  }
}
