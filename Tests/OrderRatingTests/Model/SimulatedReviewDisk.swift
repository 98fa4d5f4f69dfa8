import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import OrderRating

/// What a simulated app keeps: it takes its time, may be full, and has what was written at a crash.
final class SimulatedReviewDisk: Sendable {
  /// How much room there is: the queue is written first, then what is kept of orders, photos last.
  enum Room: Int, Sendable, Comparable, CaseIterable {
    case none, forQueue, forText, enough

    static func < (first: Room, second: Room) -> Bool { first.rawValue < second.rawValue }
  }

  private struct State {
    var entries: [Int: OutboxEntry] = [:]
    var ratings: [KeptRating] = []
    var photos: [Int: KeptPhoto] = [:]
    var room = Room.enough
    var life = 0
  }

  private let state = Mutex(State())
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  var room: Room {
    get { state.withLock { $0.room } }
    set { state.withLock { $0.room = newValue } }
  }

  /// The files of photos.
  var photos: [Int: KeptPhoto] { state.withLock { $0.photos } }

  /// What the next life of the app finds; what the last one has not written by now is gone.
  func restart() -> Life {
    let life = state.withLock { state in
      state.life += 1
      return state.life
    }
    return Life(disk: self, number: life)
  }

  private func write(
    _ life: Int, needs room: Room, _ body: (inout State) -> Void
  ) async -> Persistence {
    await executor.pause()
    let isWritten = state.withLock { state in
      // The dead write nothing, and are told nothing that anyone would hear.
      guard state.life == life else { return true }
      guard state.room >= room else { return false }
      body(&state)
      return true
    }
    await executor.pause()
    return isWritten ? .persisted : .pending(.inUse("disk"))
  }

  /// What one life of the app writes to; memory is written whole, so a write makes up for those that
  /// failed.
  final class Life: OutboxStore, RatingShelf, PhotoShelf {
    private struct Memory {
      var entries: [Int: OutboxEntry] = [:]
      var ratings: [KeptRating] = []
      /// Photos without room.
      var photos: [Int: KeptPhoto] = [:]
    }

    private let disk: SimulatedReviewDisk
    private let number: Int
    private let memory = Mutex(Memory())

    init(disk: SimulatedReviewDisk, number: Int) {
      self.disk = disk
      self.number = number
    }

    /// Whether a place has this photo, on the disk or in memory.
    func has(_ photo: String, in slot: Int) -> Bool {
      memory.withLock { $0.photos[slot]?.id == photo } || disk.photos[slot]?.id == photo
    }

    func entries() async throws(StorageError) -> [OutboxEntry] {
      await disk.executor.pause()
      let entries = disk.state.withLock { $0.entries }
      memory.withLock { $0.entries = entries }
      return Array(entries.values)
    }

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> Persistence {
      memory.withLock { memory in
        for entry in saved { memory.entries[entry.id] = entry }
        for id in removed { memory.entries[id] = nil }
      }
      return await disk.write(number, needs: .forQueue) { disk in
        disk.entries = memory.withLock { $0.entries }
      }
    }

    func ratings() async throws(StorageError) -> [KeptRating] {
      await disk.executor.pause()
      let ratings = disk.state.withLock { $0.ratings }
      memory.withLock { $0.ratings = ratings }
      return ratings
    }

    func keep(_ rating: KeptRating) async -> Persistence {
      memory.withLock { memory in
        if let index = memory.ratings.firstIndex(where: { $0.id == rating.id }) {
          memory.ratings[index] = rating
        } else {
          memory.ratings.append(rating)
        }
      }
      return await disk.write(number, needs: .forText) { disk in
        disk.ratings = memory.withLock { $0.ratings }
      }
    }

    func photo(in slot: Int) async throws(StorageError) -> KeptPhoto? {
      await disk.executor.pause()
      return memory.withLock { $0.photos[slot] } ?? disk.photos[slot]
    }

    func keep(_ photo: KeptPhoto, in slot: Int) async -> Persistence {
      memory.withLock { $0.photos[slot] = photo }
      return await keepAgain(in: slot)
    }

    func keepAgain(in slot: Int) async -> Persistence {
      guard let photo = memory.withLock({ $0.photos[slot] }) else { return .persisted }
      let persistence = await disk.write(number, needs: .enough) { $0.photos[slot] = photo }
      if persistence == .persisted { memory.withLock { $0.photos[slot] = nil } }
      return persistence
    }

    func clear(_ slot: Int) async -> Bool {
      memory.withLock { $0.photos[slot] = nil }
      return await disk.write(number, needs: .none) { $0.photos[slot] = nil } == .persisted
    }
  }
}
