import NetworkingTestSupport
import OrderRatingTestSupport
import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import OrderRating

/// Simulates a world with reviews step by step, and checks the module's guarantees.
///
/// It records the user's actions and the results of the calls. At a crash it removes from the
/// record what the app reported as not stored.
final class ReviewSimulation: DeviceSimulation {
  /// The expected content of a review.
  struct Written: Equatable {
    var stars: [String: Int] = [:]
    var comment = ""
    var photos: [String] = []
  }

  /// The expected state of an order.
  struct Page {
    var draft: Written?
    var submitted: Written?
    var isSkipped = false
    /// Whether the app has reported that the review is stored, in its last or an earlier version.
    var isStored = false
    /// Whether the app reported that a crash would lose the last change.
    var isUnsure = false
    /// Whether the server may refuse the review, because its window has ended or the server's clock
    /// was set.
    var isHindered = false
  }

  /// A photo that the user has attached.
  struct Attached {
    let order: Int
    let slot: Int
    let mark: UInt8
    var isUnsure: Bool
  }

  static let orders: [RatableOrder] = [.first, .second, .third]

  var device: SimulatedDevice<WatchedReviewServer>
  let disk: DeviceDisk<ReviewDisk>
  lazy var life = disk.restart()
  lazy var reviews = launch()

  var finished: Set<Int> = []
  var pages = [Page](repeating: Page(), count: 3)
  var attached: [String: Attached] = [:]
  var asked: [String] = []
  var comments = 0
  /// Whether the disk was ever full, so that a crash may restore a draft that was submitted.
  var wasEverFull = false

  init(_ world: DeviceWorld<ReviewSimulation>, isTracing: Bool) {
    device = SimulatedDevice(in: world, isTracing: isTracing) { _ in WatchedReviewServer() }
    disk = DeviceDisk(ReviewDisk(), on: device.executor)
  }

  func begin() {
    renewGate()
    life = disk.restart()
    reviews = launch()
    let reviews = reviews
    live(reviews.run)
    // The stored data is loaded when the call returns.
    _ = answer { do { _ = try await reviews.eligibility(of: .first) } catch {} }
    strikeOut()
  }

  private func launch() -> LiveOrderReviews {
    var environment = environment(of: life.number, in: SettledCity(.almaty, gate: gate))
    environment.makeJournal = { [life] _ in life }
    return LiveOrderReviews(files: life, in: environment)
  }
}

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
