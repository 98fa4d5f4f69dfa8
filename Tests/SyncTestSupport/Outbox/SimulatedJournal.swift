#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage
import Sync
import Synchronization

/// Where the entries of a simulated app are, over many lives of it.
protocol SimulatedDisk: AnyObject, Sendable {
  /// What the next life of the app finds; what the last one has not written by now is gone.
  func restart(unreadable: Int) -> OutboxJournal
  /// Everything up to here has been acknowledged, and is not lost by a crash.
  func acknowledge()
  /// An update of the app that cannot read what one entry says, or one that can read all.
  func update(canRead: Bool, entry number: Int)
  /// The entries that nobody can read for now.
  var unknown: [Int: SimulatedChange] { get }
  var isFull: Bool { get set }
  /// Whether it does not have what the living app has.
  var isBehind: Bool { get }
}

/// A disk that takes its time, may be full, and keeps only what was written when the app crashes.
final class SimulatedJournal: SimulatedDisk {
  private struct State {
    var disk: [Int: OutboxEntry] = [:]
    var life = 0
    var isFull = false
    var isBehind = false
    /// How many times more it cannot be read.
    var unreadable = 0
    /// The contents that this release cannot decode, as they were.
    var unknown: [Int: OutboxEntry] = [:]
  }

  private let state = Mutex(State())
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  var isBehind: Bool { state.withLock { $0.isBehind } }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  func acknowledge() {}

  func restart(unreadable: Int) -> OutboxJournal {
    let life = state.withLock { state in
      state.isBehind = false
      state.life += 1
      state.unreadable = unreadable
      return state.life
    }
    return OutboxJournal(Life(journal: self, number: life))
  }

  func update(canRead: Bool, entry number: Int) {
    state.withLock { state in
      state.disk.merge(state.unknown) { now, known in
        var entry = now
        entry.payload = known.payload
        return entry
      }
      state.unknown = [:]
      let ids = state.disk.keys.sorted()
      guard !canRead, !ids.isEmpty, let entry = state.disk[ids[number % ids.count]] else { return }
      state.unknown[entry.id] = entry
      state.disk[entry.id]?.payload = .init("{}".utf8)
    }
  }

  var unknown: [Int: SimulatedChange] {
    state.withLock { state in
      state.unknown.compactMapValues { entry in
        do {
          return try JSONDecoder().decode(SimulatedChange.self, from: entry.payload)
        } catch { return nil }
      }
    }
  }

  /// The journal as one life of the app sees it.
  private final class Life: OutboxStore {
    let journal: SimulatedJournal
    let number: Int
    let memory = Mutex<[Int: OutboxEntry]>([:])

    init(journal: SimulatedJournal, number: Int) {
      self.journal = journal
      self.number = number
    }

    func entries() async throws(StorageError) -> [OutboxEntry] {
      await journal.executor.pause()
      let entries = journal.state.withLock { state -> [Int: OutboxEntry]? in
        if state.unreadable > 0 {
          state.unreadable -= 1
          return nil
        }
        return state.disk
      }
      guard let entries else { throw .inUse("journal") }
      memory.withLock { $0 = entries }
      return Array(entries.values)
    }

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> Persistence {
      memory.withLock { memory in
        for entry in saved { memory[entry.id] = entry }
        for id in removed { memory[id] = nil }
      }
      await journal.executor.pause()
      let memory = memory.withLock { $0 }
      let isWritten = journal.state.withLock { state in
        // The dead write nothing, and are told nothing that anyone would hear.
        guard state.life == number else { return true }
        state.isBehind = state.isFull
        guard !state.isFull else { return false }
        state.disk = memory
        state.unknown = state.unknown.filter { memory[$0.key] != nil }
        return true
      }
      await journal.executor.pause()
      return isWritten ? .persisted : .pending(.inUse("journal"))
    }
  }
}
