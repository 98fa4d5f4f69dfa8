import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Addresses

/// What a simulated app keeps: it takes its time, may be full, and has what was written at a crash.
final class SimulatedAddressDisk: Sendable {
  private struct State {
    var entries: [Int: OutboxEntry] = [:]
    var addresses: [KeptAddress] = []
    var isFull = false
    var life = 0
    var writes = 0
  }

  private let state = Mutex(State())
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// How many writes were made, full or not.
  var writes: Int { state.withLock { $0.writes } }

  /// What the next life of the app finds; what the last one has not written by now is gone.
  func restart() -> (journal: OutboxJournal, shelf: any AddressShelf) {
    let life = state.withLock { state in
      state.life += 1
      return state.life
    }
    let disk = Life(disk: self, number: life)
    return (OutboxJournal(disk), disk)
  }

  private func write(_ life: Int, _ body: (inout State) -> Void) async -> Persistence {
    await executor.pause()
    let isWritten = state.withLock { state in
      state.writes += 1
      // The dead write nothing, and are told nothing that anyone would hear.
      guard state.life == life else { return true }
      guard !state.isFull else { return false }
      body(&state)
      return true
    }
    await executor.pause()
    return isWritten ? .persisted : .pending(.inUse("disk"))
  }

  private final class Life: OutboxStore, AddressShelf {
    let disk: SimulatedAddressDisk
    let number: Int
    /// Memory is written whole, so a write makes up for those that failed.
    let memory = Mutex<[Int: OutboxEntry]>([:])
    let shelf = Mutex<[KeptAddress]>([])

    init(disk: SimulatedAddressDisk, number: Int) {
      self.disk = disk
      self.number = number
    }

    func entries() async throws(StorageError) -> [OutboxEntry] {
      await disk.executor.pause()
      let entries = disk.state.withLock { $0.entries }
      memory.withLock { $0 = entries }
      return Array(entries.values)
    }

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> Persistence {
      memory.withLock { memory in
        for entry in saved { memory[entry.id] = entry }
        for id in removed { memory[id] = nil }
      }
      return await disk.write(number) { $0.entries = memory.withLock { $0 } }
    }

    func addresses() async throws(StorageError) -> [KeptAddress] {
      await disk.executor.pause()
      let addresses = disk.state.withLock { $0.addresses }
      shelf.withLock { $0 = addresses }
      return addresses
    }

    func keep(_ saved: [KeptAddress], removing removed: [SavedAddress.ID]) async -> Persistence {
      shelf.withLock { shelf in
        shelf.removeAll { removed.contains($0.id) }
        for address in saved {
          let index = shelf.firstIndex { $0.id == address.id }
          if let index { shelf[index] = address } else { shelf.append(address) }
        }
      }
      return await disk.write(number) { $0.addresses = shelf.withLock { $0 } }
    }
  }
}
