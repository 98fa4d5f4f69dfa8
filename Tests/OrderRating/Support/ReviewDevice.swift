public import StorageTestSupport
import Foundation
public import Networking
public import NetworkingTestSupport
public import OrderRating
public import Sandbox
import Sync
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
public typealias ReviewDevice = AppDevice<ReviewServerDouble>

extension ReviewDevice {
  /// Creates a device on which no order was rated.
  public convenience init(_ backing: Backing = .files) {
    self.init(ReviewServerDouble(), backing)
  }

  /// Creates the reviews of a new process, which shares only stored data with earlier ones.
  public func launch() -> any OrderReviews { environment().makeOrderReviews() }

  /// Launches the app, runs it during `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty,
    _ body: (any OrderReviews) async throws -> Void
  ) async throws {
    let reviews = launch()
    city.settle(in: context)
    try await running(reviews.run) { try await body(reviews) }
  }

  /// Runs `body` in an app with a draft of a review that gives the food this number of stars.
  public func session(
    rating order: RatableOrder, _ stars: Int = 5, _ body: (any OrderReviews) async throws -> Void
  ) async throws {
    try await session { reviews in
      try await reviews.rate(order, stars)
      try await body(reviews)
    }
  }

  /// The names of the photo files.
  public var photoFiles: [String] {
    get throws {
      guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.contains("photo") && !$0.contains(".corrupt") }
    }
  }
}

extension ReviewsState {
  /// Whether there is no draft, no pending review and no notice.
  public var isEmpty: Bool { drafts.isEmpty && pending.isEmpty && notices.isEmpty }
}

extension OrderReviews {
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
