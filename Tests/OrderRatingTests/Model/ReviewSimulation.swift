import Networking
import NetworkingTestSupport
import OrderRatingServerModel
import OrderRatingTestSupport
import Sync
import SyncTestSupport
import Synchronization

@testable import OrderRating

/// Plays a world with reviews, one step at a time, and looks for broken promises.
///
/// Beside the app it keeps a book of what the user has done and was told. What was said to be lost by a
/// crash is struck out of the book at the next one.
final class ReviewSimulation: DeviceSimulation {
  struct Outcome {
    let violation: String?
    let trace: [String]
    let requests: Int
  }

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
  let disk: SimulatedReviewDisk
  let network: SimulatedReviewNetwork
  let ledger: Ledger
  let seed: UInt64
  var gate = Gate()
  var life: SimulatedReviewDisk.Life
  var reviews: DefaultOrderReviews
  private var running: Task<Void, Never>?

  var obstacles: Set<Gate.Reason> = []
  var finished: Set<Int> = []
  var pages = [Page](repeating: Page(), count: 3)
  var attached: [String: Attached] = [:]
  var asked: [String] = []
  var comments = 0
  /// Whether a crash may have brought back what was answered.
  var wasEverFull = false

  static func play(_ seed: UInt64, isTracing: Bool = false) -> Outcome {
    let (steps, faultRate) = RatingStep.world(seed: seed)
    return play(steps, faultRate, seed: seed, isTracing: isTracing)
  }

  static func play(
    _ steps: [RatingStep], _ faultRate: Int = 0, seed: UInt64, isTracing: Bool = false
  ) -> Outcome {
    let simulation = ReviewSimulation(seed, faultRate, isTracing)
    simulation.begin()
    simulation.play(steps)
    return Outcome(
      violation: simulation.ledger.violation, trace: simulation.ledger.trace,
      requests: simulation.network.state.withLock { $0.requests })
  }

  private init(_ seed: UInt64, _ faultRate: Int, _ isTracing: Bool) {
    self.seed = seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    disk = SimulatedReviewDisk(on: executor)
    network = SimulatedReviewNetwork(
      seed: seed, faultRate: faultRate, on: executor, clock, ledger)
    life = disk.restart()
    reviews = Self.makeReviews(network, gate, life, clock, seed: seed)
  }

  private static func makeReviews(
    _ network: SimulatedReviewNetwork, _ gate: Gate, _ life: SimulatedReviewDisk.Life,
    _ clock: VirtualClock, seed: UInt64
  ) -> DefaultOrderReviews {
    let transport = network.transport(behind: gate)
    let ids = SimulatedIDs(life: network.state.withLock { $0.life })
    return DefaultOrderReviews(
      server: ReviewServer(transport: transport), shelf: life, photos: life,
      journal: OutboxJournal(life), gate: gate, clock: clock, random: SplitMix64(seed: seed),
      makeID: { ids.next() })
  }

  // MARK: The life of the app

  func begin() {
    gate = Gate(closedFor: obstacles)
    let isShut = !obstacles.isEmpty
    network.state.withLock { $0.isShut = isShut }
    life = disk.restart()
    reviews = Self.makeReviews(network, gate, life, clock, seed: seed)
    let reviews = reviews
    running = Task(executorPreference: executor) {
      do { try await reviews.run() } catch {}
    }
    _ = answer { await reviews.enter(.almaty) }
    // What was kept is read by now.
    _ = answer { do { _ = try await reviews.eligibility(of: .first) } catch {} }
    strikeOut()
  }

  func kill() {
    running?.cancel()
    running = nil
  }

  func cameToRest() {
    let isShut = !gate.isOpen
    network.state.withLock { $0.isShut = isShut }
  }
}
