#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage
@testable import Sync
import SyncTestSupport
import Synchronization

/// The storage of a simulated app's entries over several lives of the app.
///
/// Its writes are asynchronous. It may be full, and loses uncompleted writes at a crash.
final class SimulatedJournal: Sendable {
  private struct State {
    var disk: [Int: OutboxEntry] = [:]
    var life = 0
    var isFull = false
    var isBehind = false
    /// The number of reads that still fail.
    var unreadable = 0
    /// The original entries that this release cannot decode.
    var unknown: [Int: OutboxEntry] = [:]
  }

  private let state = Mutex(State())
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  /// Whether the last write of the current life failed.
  var isBehind: Bool { state.withLock { $0.isBehind } }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Returns the journal for the next life of the app, whose first reads may fail.
  func restart(unreadable: Int) -> OutboxJournal {
    let life = state.withLock { state in
      state.isBehind = false
      state.life += 1
      state.unreadable = unreadable
      return state.life
    }
    return OutboxJournal(Life(journal: self, number: life))
  }

  /// Simulates an app update that cannot decode one entry, or one that can decode all.
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

  /// The changes that the current release cannot decode, by entry.
  var unknown: [Int: SimulatedChange] {
    state.withLock { state in
      state.unknown.compactMapValues { entry in
        do {
          return try JSONDecoder().decode(SimulatedChange.self, from: entry.payload)
        } catch { return nil }
      }
    }
  }

  /// The journal as seen by one life of the app.
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

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
      memory.withLock { memory in
        for entry in saved { memory[entry.id] = entry }
        for id in removed { memory[id] = nil }
      }
      await journal.executor.pause()
      let memory = memory.withLock { $0 }
      let isWritten = journal.state.withLock { state in
        // A dead life writes nothing, and its callers never see the result.
        guard state.life == number else { return true }
        state.isBehind = state.isFull
        guard !state.isFull else { return false }
        state.disk = memory
        state.unknown = state.unknown.filter { memory[$0.key] != nil }
        return true
      }
      await journal.executor.pause()
      return isWritten ? .written : .failed(.inUse("journal"))
    }
  }
}
