import Storage
import SyncTestSupport
import Synchronization

@testable import OrderRating

/// What a simulated app keeps of its reviews; of photos it has in memory those that have no room.
struct ReviewDisk: Sendable {
  var ratings: [KeptRating] = []
  /// The files of photos, by their places.
  var photos: [Int: KeptPhoto] = [:]
}

extension DeviceDisk<ReviewDisk>.Life: RatingShelf {
  func ratings() async throws(StorageError) -> [KeptRating] {
    let ratings = await read().ratings
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
    return await write { disk in disk.ratings = memory.withLock { $0.ratings } }
  }
}

extension DeviceDisk<ReviewDisk>.Life: PhotoShelf {
  func photo(in slot: Int) async throws(StorageError) -> KeptPhoto? {
    let disk = await read()
    return memory.withLock { $0.photos[slot] } ?? disk.photos[slot]
  }

  func keep(_ photo: KeptPhoto, in slot: Int) async -> Persistence {
    memory.withLock { $0.photos[slot] = photo }
    return await keepAgain(in: slot)
  }

  func keepAgain(in slot: Int) async -> Persistence {
    guard let photo = memory.withLock({ $0.photos[slot] }) else { return .persisted }
    let persistence = await write(needs: .enough) { $0.photos[slot] = photo }
    if persistence == .persisted { memory.withLock { $0.photos[slot] = nil } }
    return persistence
  }

  func clear(_ slot: Int) async -> Bool {
    memory.withLock { $0.photos[slot] = nil }
    return await write(needs: .none) { $0.photos[slot] = nil } == .persisted
  }
}
