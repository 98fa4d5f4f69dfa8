import Storage
import Synchronization

@testable import OrderRating

/// Files in memory that record each call that changes them.
final class RecordingFiles: RatingFiles {
  enum Call: Equatable { case photo(String, Int), rating(String), clear(Int) }

  struct State {
    var ratings: [StoredRating] = []
    var photoStatus = WriteStatus.written
    var ratingStatus = WriteStatus.written
    var isCleared = true
    var calls: [Call] = []
  }

  private let state = Mutex(State())

  var calls: [Call] { state.withLock { $0.calls } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func ratings() async throws(StorageError) -> [StoredRating] { state.withLock { $0.ratings } }

  func save(_ rating: StoredRating) async -> WriteStatus {
    state.withLock { state in
      state.calls.append(.rating(rating.id))
      return state.ratingStatus
    }
  }

  func photo(in slot: Int) async throws(StorageError) -> StoredPhoto? { nil }

  func save(_ photo: StoredPhoto, in slot: Int) async -> WriteStatus {
    state.withLock { state in
      state.calls.append(.photo(photo.id, slot))
      return state.photoStatus
    }
  }

  func clear(_ slot: Int) async -> Bool {
    state.withLock { state in
      state.calls.append(.clear(slot))
      return state.isCleared
    }
  }
}
