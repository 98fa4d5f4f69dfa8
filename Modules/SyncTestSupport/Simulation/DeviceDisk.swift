package import Storage
package import Sync
package import Synchronization

/// The free space of a simulated disk: the queue needs the least, photos the most.
package enum DiskRoom: Int, Sendable, Comparable {
  case none, forQueue, forText, enough

  package static func < (first: DiskRoom, second: DiskRoom) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// The disk of a simulated app: its data and its queue.
///
/// Writes are asynchronous and may fail for lack of space. A crash loses writes that have not
/// completed.
package final class DeviceDisk<Kept: Sendable>: Sendable {
  private struct State {
    var entries: [Int: OutboxEntry] = [:]
    var kept: Kept
    var room = DiskRoom.enough
    var life = 0
  }

  private let empty: Kept
  private let state: Mutex<State>
  private let executor: SimulationExecutor

  package init(_ empty: Kept, on executor: SimulationExecutor) {
    self.empty = empty
    state = Mutex(State(kept: empty))
    self.executor = executor
  }

  package var kept: Kept { state.withLock { $0.kept } }

  /// The number of changes in the journal.
  package var journalCount: Int { state.withLock { $0.entries.count } }

  /// Modifies the stored data directly.
  package func change(_ body: (inout Kept) -> Void) {
    state.withLock { body(&$0.kept) }
  }

  package var room: DiskRoom {
    get { state.withLock { $0.room } }
    set { state.withLock { $0.room = newValue } }
  }

  /// Returns the disk for the next life of the app.
  ///
  /// Writes that the previous life has not completed are lost.
  package func restart() -> Life {
    let life = state.withLock { state in
      state.life += 1
      return state.life
    }
    return Life(disk: self, number: life)
  }

  /// The disk as seen by one life of the app.
  package final class Life: OutboxStore {
    package let number: Int
    /// The app's data in memory.
    ///
    /// A write stores the whole value, so it also covers earlier writes that failed.
    package let memory: Mutex<Kept>
    private let entries = Mutex<[Int: OutboxEntry]>([:])
    package let disk: DeviceDisk

    fileprivate init(disk: DeviceDisk, number: Int) {
      self.disk = disk
      self.number = number
      memory = Mutex(disk.empty)
    }

    /// Reads the stored data.
    package func read() async -> Kept {
      await disk.executor.pause()
      return disk.kept
    }

    /// Writes data after `delay` executor pauses if the disk has the required space.
    package func write(
      needs room: DiskRoom = .forText, after delay: Int = 1, _ body: (inout Kept) -> Void
    ) async -> WriteStatus {
      await write(needs: room, after: delay) { (state: inout State) in body(&state.kept) }
    }

    private func write(
      needs room: DiskRoom, after delay: Int, _ body: (inout State) -> Void
    ) async -> WriteStatus {
      for _ in 0..<delay { await disk.executor.pause() }
      let isWritten = disk.state.withLock { state in
        // A dead life writes nothing, and its callers never see the result.
        guard state.life == number else { return true }
        guard state.room >= room else { return false }
        body(&state)
        return true
      }
      await disk.executor.pause()
      return isWritten ? .written : .failed(.inUse("disk"))
    }

    package func entries() async throws(StorageError) -> [OutboxEntry] {
      await disk.executor.pause()
      let found = disk.state.withLock { $0.entries }
      entries.withLock { $0 = found }
      return Array(found.values)
    }

    package func create() async -> WriteStatus? { nil }

    package func write(
      _ saved: [OutboxEntry], removing removed: Set<Int>
    ) async -> WriteStatus {
      entries.withLock { entries in
        for entry in saved { entries[entry.id] = entry }
        for id in removed { entries[id] = nil }
      }
      return await write(needs: .forQueue, after: 1) { (state: inout State) in
        state.entries = entries.withLock { $0 }
      }
    }
  }
}
