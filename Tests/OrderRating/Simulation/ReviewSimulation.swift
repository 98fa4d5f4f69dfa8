import NetworkingTestSupport
import OrderRatingTestSupport
import Sync
import SyncTestSupport

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
    environment.makeJournal = { [life] _ in OutboxJournal(life) }
    return LiveOrderReviews(files: life, in: environment)
  }
}
