import NetworkingTestSupport
import OrderRatingTestSupport
import Sync
import SyncTestSupport

@testable import OrderRating

/// Plays a world with reviews, one step at a time, and looks for broken promises.
///
/// Beside the app it keeps a book of what the user has done and was told. What was said to be lost by a
/// crash is struck out of the book at the next one.
final class ReviewSimulation: DeviceSimulation {
  /// What the user has written about an order, as the user would remember it.
  struct Written: Equatable {
    var stars: [String: Int] = [:]
    var comment = ""
    var photos: [String] = []
  }

  /// What the book has of an order.
  struct Page {
    var draft: Written?
    var submitted: Written?
    var isSkipped = false
    /// Whether a crash was said to lose the last of it.
    var isUnsure = false
    /// Whether the server could say no to a review in time.
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

  let executor: SimulationExecutor
  let clock = VirtualClock()
  let disk: DeviceDisk<ReviewDisk>
  let network: DeviceNetwork<WatchedReviewServer>
  let ledger: Ledger
  let seed: UInt64
  var isOffline = false
  var gate = Gate()
  lazy var life = disk.restart()
  lazy var reviews = launch()
  var running: Task<Void, Never>?

  var finished: Set<Int> = []
  var pages = [Page](repeating: Page(), count: 3)
  var attached: [String: Attached] = [:]
  var asked: [String] = []
  var comments = 0
  /// Whether a crash may have brought back what was answered.
  var wasEverFull = false

  init(_ world: DeviceWorld<ReviewSimulation>, isTracing: Bool) {
    seed = world.seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    disk = DeviceDisk(ReviewDisk(), on: executor)
    network = DeviceNetwork(to: WatchedReviewServer(), in: world, on: executor, clock, ledger)
  }

  func begin() {
    gate = Gate(closedFor: isOffline ? [.offline] : [])
    life = disk.restart()
    reviews = launch()
    let reviews = reviews
    live { do { try await reviews.run() } catch {} }
    // What was stored has been loaded afterwards.
    _ = answer { do { _ = try await reviews.eligibility(of: .first) } catch {} }
    strikeOut()
  }

  private func launch() -> LiveOrderReviews {
    let ids = SimulatedIDs(life: life.number)
    var environment = FeatureEnvironment(
      transport: network.transport(behind: gate), city: SettledCity(.almaty, gate: gate),
      clock: clock, random: SplitMix64(seed: seed),
      makeID: { ids.next() })
    environment.makeJournal = { [life] _ in OutboxJournal(life) }
    return LiveOrderReviews(files: life, in: environment)
  }
}
