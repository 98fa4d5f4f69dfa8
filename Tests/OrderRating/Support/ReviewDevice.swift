public import Foundation
public import Networking
public import NetworkingTestSupport
public import OrderRating
public import Sandbox
import Storage
import StorageTestSupport
public import Sync
public import SyncTestSupport

/// A server of reviews with injected faults.
public typealias ReviewServerDouble = SandboxServer<ReviewServerModel>

extension ReviewServerDouble {
  /// Creates a server with the sample orders and no review.
  public convenience init() {
    self.init(.sample)
  }
}

/// A device and its network, on which an app with reviews can be launched repeatedly.
public final class ReviewDevice: Sendable {
  /// The server that the reviews use.
  public let server = ReviewServerDouble()
  /// The gate of the running app.
  public let gate = Gate()
  /// The city that the user has settled in.
  public let city: SettledCity
  /// The clock of the device, which measures elapsed time.
  public let clock = InstantClock()
  /// The directory of the files; the first write creates it.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()
  private let hasFiles: Bool

  /// Creates a device on which no order was rated.
  ///
  /// - Parameter hasFiles: Whether a launch finds the stored data of the last one.
  public init(hasFiles: Bool = true) {
    self.hasFiles = hasFiles
    city = SettledCity(gate: gate)
  }

  /// Creates the reviews of a new process, which shares only stored data with earlier ones.
  public func launch() -> any OrderReviews {
    OrderRatingFactory.makeReviews(
      in: FeatureEnvironment(
        transport: server, directory: hasFiles ? folder.launch() : .inMemory(), city: city,
        clock: clock, makeID: folder.nextID))
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty,
    _ body: (any OrderReviews) async throws -> Void
  ) async throws {
    let reviews = launch()
    city.settle(in: context)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      try await body(reviews)
      group.cancelAll()
    }
  }

  /// The number of photo files.
  public var photoCount: Int {
    get throws {
      guard FileManager.default.fileExists(atPath: directory.path) else { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .count { $0.contains("photo") }
    }
  }
}

extension ReviewsState {
  /// Whether there is no draft, no pending review and no notice.
  public var isEmpty: Bool { drafts.isEmpty && pending.isEmpty && notices.isEmpty }
}

extension OrderReviews {
  /// Waits for a state that satisfies the condition, and returns it.
  @discardableResult
  public func when(_ isSo: (ReviewsState) -> Bool) async -> ReviewsState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until no review is pending.
  @discardableResult
  public func settled() async -> ReviewsState {
    await when { $0.pending.isEmpty }
  }

  /// Creates a draft of a review, and gives the food this number of stars.
  public func rate(_ order: RatableOrder, _ stars: Int = 5) async throws(ReviewError) {
    _ = try await draft(for: order)
    try await edit(order.id) { draft throws(ReviewError) in
      try draft.setStars(stars, of: "food")
    }
  }
}
