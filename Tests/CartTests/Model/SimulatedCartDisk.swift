import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Cart

/// What a simulated app keeps: it takes its time, may be full, and has what was written at a crash.
final class SimulatedCartDisk: Sendable {
  private struct State {
    var entries: [Int: OutboxEntry] = [:]
    var cart: KeptCart?
    /// The id of every cart that was ever kept.
    var ids: Set<String> = []
    var isFull = false
    /// How many moments it takes to keep a cart's id.
    var delay = 1
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

  /// The id of every cart that was ever kept.
  var ids: Set<String> { state.withLock { $0.ids } }

  /// How many writes were made, full or not.
  var writes: Int { state.withLock { $0.writes } }

  /// What the next life of the app finds; what the last one has not written by now is gone.
  func restart() -> (journal: OutboxJournal, shelf: any CartShelf) {
    let life = state.withLock { state in
      state.life += 1
      return state.life
    }
    let disk = Life(disk: self, number: life)
    return (OutboxJournal(disk), disk)
  }

  /// Lets it take its time over the id of a cart.
  func slowDown() {
    state.withLock { $0.delay = 50 }
  }

  private func write(
    _ life: Int, after delay: Int = 1, _ body: (inout State) -> Void
  ) async -> Persistence {
    for _ in 0..<delay { await executor.pause() }
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

  private final class Life: OutboxStore, CartShelf {
    let disk: SimulatedCartDisk
    let number: Int
    /// Memory is written whole, so a write makes up for those that failed.
    let memory = Mutex<[Int: OutboxEntry]>([:])

    init(disk: SimulatedCartDisk, number: Int) {
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

    func cart() async throws(StorageError) -> KeptCart? {
      await disk.executor.pause()
      return disk.state.withLock { $0.cart }
    }

    func keep(_ cart: KeptCart) async -> Persistence {
      await disk.write(number, after: disk.state.withLock { $0.delay }) { state in
        state.cart = cart
        if let id = cart.id { state.ids.insert(id) }
      }
    }
  }
}
