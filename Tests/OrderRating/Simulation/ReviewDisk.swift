import Storage
import SyncTestSupport
import Synchronization

@testable import OrderRating

/// The disk of a simulated app with reviews.
struct ReviewDisk: Sendable {
  var ratings: [StoredRating] = []
  /// The stored photos, by slot.
  var photos: [Int: StoredPhoto] = [:]
}

extension DeviceDisk<ReviewDisk>.Life: RatingFiles {
  func ratings() async throws(StorageError) -> [StoredRating] {
    let ratings = await read().ratings
    memory.withLock { $0.ratings = ratings }
    return ratings
  }

  func save(_ rating: StoredRating) async -> WriteStatus {
    memory.withLock { memory in
      if let index = memory.ratings.firstIndex(where: { $0.id == rating.id }) {
        memory.ratings[index] = rating
      } else {
        memory.ratings.append(rating)
      }
    }
    return await write { disk in disk.ratings = memory.withLock { $0.ratings } }
  }

  func photo(in slot: Int) async throws(StorageError) -> StoredPhoto? { await read().photos[slot] }

  func save(_ photo: StoredPhoto, in slot: Int) async -> WriteStatus {
    await write(needs: .enough) { $0.photos[slot] = photo }
  }

  func clear(_ slot: Int) async -> Bool {
    await write(needs: .none) { $0.photos[slot] = nil } == .written
  }
}
