#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking
import Storage
import Sync

/// The reviews over a server, a queue, a record per order and places for photos.
actor DefaultOrderReviews: OrderReviews {
  /// A form, and the server's time when it came, by a clock that nobody sets.
  struct FetchedForm {
    let form: RatingForm
    let serverTime: Date
    let fetchedAt: Duration
  }

  let server: ReviewServer
  let shelf: any RatingShelf
  let photos: any PhotoShelf
  let gate: Gate
  let makeID: @Sendable () -> String
  let broadcast = ObservedState(ReviewsState())
  /// The time since the reviews were made, as the device has lived through it.
  let elapsed: @Sendable () -> Duration
  private let makeOutbox: (DefaultOrderReviews) -> Outbox<ReviewChange>
  // It asks the reviews, so it is made when there are any.
  private(set) lazy var outbox = makeOutbox(self)

  private var isLoaded = false
  /// The city that requests are made in.
  var context: RequestContext?
  /// What is kept, in the order in which it was begun.
  private(set) var ratings: [KeptRating] = []
  /// What is in the queue.
  var items: [OutboxItem<ReviewChange>] = []
  /// The forms that came since the app was started.
  var forms: [RatableOrder.ID: FetchedForm] = [:]
  /// Whether the user was asked about an order since the app was started.
  var isAnyAsked = false
  /// Places that may have a file: all, until they were looked at.
  var usedSlots = Set(1...ReviewLimits.photos)
  /// Photos that have no room on the disk.
  var withoutRoom: Set<ReviewPhoto> = []
  /// Reviews that were taken back when their turn had come: they left the queue and not the device.
  var unsent: Set<ReviewDraft> = []
  private var turns = Turns()
  private var isRunning = false
  /// Wakes whoever sees to what follows from a change; several rings before a look are one.
  private let bell = Broadcast<Void>()

  init<Time: Clock>(
    server: ReviewServer, shelf: some RatingShelf, photos: some PhotoShelf, journal: OutboxJournal,
    gate: Gate, clock: Time, random: some RandomNumberGenerator & Sendable,
    makeID: @escaping @Sendable () -> String
  ) where Time.Duration == Duration {
    self.server = server
    self.shelf = shelf
    self.photos = photos
    self.gate = gate
    self.makeID = makeID
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    makeOutbox = { reviews in
      Outbox(
        journal: journal, gate: gate, clock: clock, random: random, makeKey: makeID,
        send: { [weak reviews] in await reviews?.send($0) ?? .unknown })
    }
  }

  nonisolated var state: ReviewsState { broadcast.state }

  nonisolated func states() -> AsyncStream<ReviewsState> { broadcast.states() }

  func enter(_ context: RequestContext) async {
    self.context = context
    bell.tell(())
  }

  func run() async throws(ReviewError) {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    try await load()
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await self.sendWhenSettled() }
        group.addTask { try await self.followOutbox() }
        group.addTask { await self.tidyUp() }
      }
    } catch let error as OutboxError {
      throw ReviewError(error, about: "")
    } catch let error as ReviewError {
      throw error
    } catch {}
  }

  /// Sends, once there is a city to do it in.
  private func sendWhenSettled() async throws {
    for await _ in bell.observe(now: ()) where context != nil { break }
    try await outbox.run()
  }

  private func followOutbox() async throws {
    for await _ in await outbox.updates() {
      try await inTurn { () async throws(ReviewError) in try await self.readItems() }
    }
  }

  private func tidyUp() async {
    for await _ in bell.observe(now: ()) {
      await dropSuperseded()
      await noteRefusedPhotos()
      await noteRated()
      await keepPhotosAgain()
      await clearSlots()
    }
  }

  /// Reads the queue as it is; in turn, so that no older reading takes the place of a newer one.
  func readItems() async throws(ReviewError) {
    do { items = try await outbox.items() } catch { throw ReviewError(error, about: "") }
    publish()
    bell.tell(())
  }

  /// Shows how things stand.
  func publish() {
    broadcast.tell(makeState())
  }

  /// Reads what was kept, once.
  func load() async throws(ReviewError) {
    guard !isLoaded else { return }
    try await inTurn { () async throws(ReviewError) in
      // Another caller may have been faster.
      guard !isLoaded else { return }
      do throws(StorageError) { ratings = try await shelf.ratings() } catch {
        throw .storage(error)
      }
      do throws(OutboxError) { items = try await outbox.items() } catch {
        throw ReviewError(error, about: "")
      }
      // A crash came between the queue and the draft: the queue has it all, and nobody sees both.
      let queued = items.compactMap(\.review)
      let settled = ratings.indices.filter { index in
        guard let draft = ratings[index].draft else { return false }
        return queued.contains { $0.id == draft.id && draft.edition <= $0.edition }
      }
      for index in settled { ratings[index].draft = nil }
      isLoaded = true
      publish()
      bell.tell(())
      for index in settled { _ = await shelf.keep(ratings[index]) }
    }
  }

  /// What is kept of an order.
  func rating(of order: RatableOrder.ID) -> KeptRating {
    ratings.first { $0.id == order } ?? KeptRating(id: order)
  }

  /// Changes what is kept of an order: at once for all who look, and on the disk when this returns.
  @discardableResult
  func change(
    _ order: RatableOrder.ID, _ body: (inout KeptRating) -> Void
  ) async -> Persistence {
    var rating = rating(of: order)
    let before = rating
    body(&rating)
    if let index = ratings.firstIndex(where: { $0.id == order }) {
      ratings[index] = rating
    } else {
      ratings.append(rating)
    }
    publish()
    // What could not be written is not news: it would be looked at without end.
    if rating != before { bell.tell(()) }
    return await shelf.keep(rating)
  }

  /// Does something while nobody else does what is done in turn.
  func inTurn<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if !turns.take() { await withCheckedContinuation { turns.wait($0) } }
    defer { turns.end() }
    return try await body()
  }
}
