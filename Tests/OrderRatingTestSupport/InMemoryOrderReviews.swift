import Foundation
public import Networking
public import OrderRating
public import Sync
public import SyncTestSupport
import Synchronization

/// Reviews for tests and previews that keep nothing on a disk and send one thing after the other.
///
/// Written apart from the live ones and held to the same rules, ``OrderReviewsContract``.
public final class InMemoryOrderReviews: OrderReviews {
  /// What outlives the reviews, in place of a device's disk.
  public final class Kept: Sendable {
    struct Queued {
      let review: ReviewDraft
      let key: String
      var isTried = false
      var cause: ReviewNotice.Cause?
    }

    struct Values {
      var said: [String: RatingEligibility] = [:]
      var drafts: [ReviewDraft] = []
      var queue: [Queued] = []
      var bytes: [String: Data] = [:]
      var photoNotices: [ReviewNotice] = []
      var atServer: Set<String> = []
      var count = 0
    }

    let values = Mutex(Values())

    /// Makes a device on which nothing was ever rated.
    public init() {}

    /// How many photos there are.
    public var photoCount: Int { values.withLock { $0.bytes.count } }
  }

  struct Memory {
    var state = ReviewsState()
    var context: RequestContext?
    var windows: [String: (left: Duration, since: InstantClock.Instant)] = [:]
    var isAnyAsked = false
    var isRunning = false
    var inFlight: String?
    var watchers: [AsyncStream<ReviewsState>.Continuation] = []
    var news: AsyncStream<Void>.Continuation?
  }

  let server: ReviewServerDouble
  let kept: Kept
  let gate: Gate
  let clock: InstantClock
  let memory = Mutex(Memory())

  /// Makes the reviews; the same `kept` again is a restart of the app.
  public init(
    server: ReviewServerDouble = ReviewServerDouble(), kept: Kept = Kept(), gate: Gate = Gate(),
    clock: InstantClock = InstantClock()
  ) {
    self.server = server
    self.kept = kept
    self.gate = gate
    self.clock = clock
    kept.values.withLock { values in
      for index in values.queue.indices { values.queue[index].isTried = true }
    }
    publish()
  }

  /// How things stand.
  public var state: ReviewsState { memory.withLock { $0.state } }

  /// How things stand, then the newest after each change.
  public func states() -> AsyncStream<ReviewsState> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: ReviewsState.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      watcher.yield(memory.state)
      memory.watchers.append(watcher)
    }
    return stream
  }

  /// Sends what waits, one thing after the other.
  public func run() async throws(ReviewError) {
    let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      memory.news = bell
      memory.isRunning = true
    }
    defer {
      memory.withLock { $0.isRunning = false }
      publish(isNews: false)
    }
    bell.yield()
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in self.gate.changes() { bell.yield() } }
      group.addTask { for await _ in news { await self.work() } }
    }
  }

  /// Goes to a city.
  public func enter(_ context: RequestContext) async {
    memory.withLock { $0.context = context }
    publish()
  }

  /// Shows how things stand by what is kept.
  func publish(isNews: Bool = true) {
    let values = kept.values.withLock { $0 }
    let reasons = gate.reasons
    memory.withLock { memory in
      var state = ReviewsState()
      state.drafts = values.drafts
      state.notices = values.photoNotices
      for queued in values.queue {
        let review = queued.review
        if let cause = queued.cause {
          state.notices.append(
            ReviewNotice(id: review.review, order: review.id, cause: cause, review: review))
          continue
        }
        let reason: WaitReason =
          memory.inFlight == queued.key
          ? .inFlight
          : reasons.isEmpty
            ? (memory.context == nil
              ? .gate([.noCity]) : memory.isRunning ? .next : .notRunning) : .gate(reasons)
        state.waiting.append(
          WaitingReview(
            review: review,
            photosLeft: review.photos.filter { !values.atServer.contains($0.id) },
            mayBeApplied: queued.isTried, reason: reason))
      }
      memory.state = state
      for watcher in memory.watchers { watcher.yield(state) }
      if isNews { memory.news?.yield() }
    }
  }
}
