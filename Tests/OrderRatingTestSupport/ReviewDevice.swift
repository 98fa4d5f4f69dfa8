public import Foundation
public import Networking
public import NetworkingTestSupport
public import OrderRating
public import OrderRatingServerModel
import Storage
import StorageTestSupport
public import Sync
public import SyncTestSupport

/// The server of reviews, with faults.
public typealias ReviewServerDouble = ServerDouble<ReviewServerModel>

extension ReviewServerDouble {
  /// Makes a server with the sample orders and no review.
  public convenience init() {
    self.init(.sample) { $0.answer($1) }
  }
}

/// A device and its network, on which an app with reviews is launched again and again.
public final class ReviewDevice: Sendable {
  /// The server that the reviews ask.
  public let server = ReviewServerDouble()
  /// Decides whether anything may be sent.
  public let gate = Gate()
  /// The city that the user has settled in.
  public let city: SettledCity
  /// The time that the device lives through.
  public let clock = InstantClock()
  /// The folder of the files; made by the first launch that writes any.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()
  private let hasFiles: Bool

  /// Makes a device on which no order was rated.
  ///
  /// - Parameter hasFiles: Whether a launch finds what the last one has stored.
  public init(hasFiles: Bool = true) {
    self.hasFiles = hasFiles
    city = SettledCity(gate: gate)
  }

  /// Makes the reviews as a new process would: only the files are shared.
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

  /// The number of files of photos.
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
  public var isEmpty: Bool { drafts.isEmpty && waiting.isEmpty && notices.isEmpty }
}

extension OrderReviews {
  /// Waits for a state that a test wants, and returns it.
  @discardableResult
  public func when(_ isSo: (ReviewsState) -> Bool) async -> ReviewsState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until no review is pending.
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
