public import Foundation
public import Networking
public import NetworkingTestSupport
public import OrderRating
import StorageTestSupport
public import Sync
public import SyncTestSupport

/// A device and its network, on which an app with reviews is launched again and again.
public protocol ReviewDevice: Sendable {
  /// What the reviews on this device ask.
  var server: ReviewServerDouble { get }
  /// Whether anything may be sent.
  var gate: Gate { get }
  /// What time the device has lived through.
  var clock: InstantClock { get }
  /// How many photos are kept.
  var photoCount: Int { get throws }

  /// Makes the reviews as a new process would: nothing is shared but what was kept.
  func launch() -> any OrderReviews
}

extension ReviewDevice {
  /// Launches the app, runs it while something is done with it, and kills it.
  public func session(
    in context: RequestContext? = .almaty,
    _ body: (any OrderReviews) async throws -> Void
  ) async throws {
    let reviews = launch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      if let context { await reviews.enter(context) }
      try await body(reviews)
      group.cancelAll()
    }
  }
}

extension OrderReviews {
  /// Waits until things are as a test wants them, and returns them.
  @discardableResult
  public func when(_ isSo: (ReviewsState) -> Bool) async -> ReviewsState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until nothing waits.
  @discardableResult
  public func settled() async -> ReviewsState {
    await when { $0.waiting.isEmpty }
  }

  /// Begins a review and gives the food so many stars.
  public func rate(_ order: RatableOrder, _ stars: Int = 5) async throws(ReviewError) {
    _ = try await open(order)
    try await edit(order.id) { draft throws(ReviewError) in
      try draft.setStars(stars, of: "food")
    }
  }
}

/// A device whose reviews are the live ones, over a temporary directory of its own.
public final class LiveReviewDevice: ReviewDevice {
  /// What the reviews ask.
  public let server = ReviewServerDouble()
  /// Whether anything may be sent.
  public let gate = Gate()
  /// What time passes.
  public let clock = InstantClock()
  /// Where they keep what they keep; made by the first of them that does.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()

  /// Makes a device on which nothing was ever rated.
  public init() {}

  /// Makes reviews over what was kept.
  public func launch() -> any OrderReviews {
    OrderRatingFactory.makeReviews(
      transport: server, directory: folder.launch(), gate: gate, clock: clock,
      random: SystemRandomNumberGenerator(), makeID: folder.nextID)
  }

  /// The files of photos.
  public var photoCount: Int {
    get throws {
      guard FileManager.default.fileExists(atPath: directory.path) else { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .count { $0.contains("photo") }
    }
  }
}

/// A device whose reviews are ``InMemoryOrderReviews``.
public struct InMemoryReviewDevice: ReviewDevice {
  /// What the reviews ask.
  public let server = ReviewServerDouble()
  /// Whether anything may be sent.
  public let gate = Gate()
  /// What time passes.
  public let clock = InstantClock()
  private let kept = InMemoryOrderReviews.Kept()

  /// Makes a device on which nothing was ever rated.
  public init() {}

  /// Makes reviews over what was kept.
  public func launch() -> any OrderReviews {
    InMemoryOrderReviews(server: server, kept: kept, gate: gate, clock: clock)
  }

  /// The photos that are kept.
  public var photoCount: Int { kept.photoCount }
}
