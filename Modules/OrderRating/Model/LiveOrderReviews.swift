import Foundation
import Networking
import Storage
import Sync

/// The order reviews, implemented with an `OptimisticStore`.
///
/// Each call validates its arguments. The call then changes the stored drafts, or adds changes to the
/// store's queue for the server.
struct LiveOrderReviews: OrderReviews {
  private let store: OptimisticStore<RatingModel>
  private let model: RatingModel
  private let environment: FeatureEnvironment
  /// A closure that returns the time since the creation of this object, by a clock that the user
  /// cannot set.
  private let elapsed: @Sendable () -> Duration

  init(files: any RatingFiles, in environment: FeatureEnvironment) {
    self.environment = environment
    model = RatingModel(server: ReviewServer(transport: environment.transport), files: files)
    store = OptimisticStore(
      model, base: RatingStore(files), initial: Ratings(), journal: "order-reviews",
      in: environment)
    elapsed = Stopwatch(environment.clock).elapsed
  }

  var state: ReviewsState { store.state }
  func states() -> AsyncStream<ReviewsState> { store.states() }
  func load() async throws(ReviewError) { try await store.load() }

  func run() async throws(ReviewError) { try await store.run() }

  // MARK: Asking

  func prompt(among orders: [RatableOrder]) async throws(ReviewError) -> ReviewDraft? {
    var unusable: ReviewError?
    for order in orders.newestFirst where try await eligibility(of: order) == .eligible {
      do throws(ReviewError) {
        return try await begin(order, isAsked: true)
      } catch {
        switch error {
        // The order cannot be rated, or another call has selected it; try the next one.
        case .notEligible, .unknownOrder: continue
        // The service cannot answer now, so the form of another order would not arrive either.
        case .sync(.fetch(.status(429))), .sync(.fetch(.status(503))): throw error
        case .badOrder, .sync(.fetch(.unusable)), .sync(.fetch(.refused)), .sync(.fetch(.status)),
          .sync(.fetch(.noAnswer(.tooLarge))):
          unusable = unusable ?? error
        default: throw error
        }
      }
    }
    if let unusable { throw unusable }
    return nil
  }

  func draft(for order: RatableOrder) async throws(ReviewError) -> ReviewDraft {
    guard let draft = try await begin(order, isAsked: false) else { throw .noDraft(order.id) }
    return draft
  }

  func eligibility(of order: RatableOrder) async throws(ReviewError) -> RatingEligibility {
    try await store.read { state, ratings in eligibility(of: order, state, ratings) }
  }

  private func eligibility(
    of order: RatableOrder, _ state: ReviewsState, _ ratings: Ratings
  ) -> RatingEligibility {
    RatingEligibility(
      RatingFacts(
        standing: ratings[order.id].standing, isFinished: order.finishedAt != nil,
        isSubmitted: state.item(of: order.id) != nil,
        isWindowOver: ratings.windowEnds[order.id].map { elapsed() >= $0 } ?? false,
        isAnyAsked: ratings.isAnyAsked))
  }

  /// Returns the draft of an order, or creates one with the server's form.
  ///
  /// If `isAsked` is `true`, the call also stores that the user was prompted to rate the order. If this
  /// write fails, the call restores the earlier rating and returns `nil`.
  private func begin(
    _ order: RatableOrder, isAsked: Bool
  ) async throws(ReviewError) -> ReviewDraft? {
    guard order.isValid else { throw .badOrder(order.id) }
    let found: @Sendable (ReviewsState, Ratings) throws(ReviewError) -> ReviewDraft? = {
      state, ratings throws(ReviewError) in
      let draft = ratings[order.id].draft
      let eligibility = eligibility(of: order, state, ratings)
      guard isAsked ? eligibility == .eligible : eligibility.canBeOpened || draft != nil else {
        throw .notEligible(eligibility)
      }
      return draft
    }
    var windowEnd: Duration?
    var (draft, skips) = try await store.read { state, ratings throws(ReviewError) in
      (try found(state, ratings), ratings.skips[order.id])
    }
    if let draft, !isAsked { return draft }
    if draft == nil {
      let (form, window) = try await form(for: order)
      draft = ReviewDraft(form, reviewID: environment.makeID().rawValue)
      windowEnd = elapsed() + window
    }
    guard let begun = draft else { throw .noDraft(order.id) }
    try await store.perform { [windowEnd] state, ratings throws(ReviewError) in
      // Another call may have created a draft during the request.
      var draft = try found(state, ratings) ?? begun
      draft.edition = max(draft.edition, ratings.edition(of: order.id))
      guard ratings.skips[order.id] == skips else { throw .sync(.superseded) }
      if let windowEnd { ratings.windowEnds[order.id] = windowEnd }
      ratings[order.id].draft = draft
      if isAsked {
        ratings.isAnyAsked = true
        ratings[order.id].standing = .asked
      }
      return []
    }
    if !isAsked || state.sync.isDurable { return state.drafts.first { $0.id == order.id } ?? begun }
    try await store.perform { [windowEnd] _, ratings in
      ratings.isAnyAsked = false
      if ratings[order.id].standing == .asked { ratings[order.id].standing = .open }
      if windowEnd != nil, ratings[order.id].draft == begun { ratings[order.id].draft = nil }
      return []
    }
    return nil
  }

  /// Fetches the form of an order, and the remaining time to rate it.
  private func form(
    for order: RatableOrder
  ) async throws(ReviewError) -> (RatingForm, Duration) {
    let context = try environment.requestContext(ReviewError.self)
    switch await model.server.form(for: order, in: context) {
    case .form(let form, let window): return (form, window)
    case .over(let standing):
      try await store.perform { _, ratings in
        ratings.raiseStatus(of: order.id, to: standing)
        return []
      }
      throw .notEligible(standing == .rated ? .rated : .windowOver)
    case .failed(let error):
      // A canceled request also fails, but its failure must not be reported as a failure of the server.
      if Task.isCancelled, case .sync(.fetch(.noAnswer)) = error { throw .sync(.cancelled) }
      throw error
    }
  }

  func skip(_ order: RatableOrder.ID) async throws(ReviewError) {
    try await store.perform { _, ratings in
      ratings.raiseStatus(of: order, to: .skipped)
      ratings.skips[order, default: 0] += 1
      ratings[order].draft = nil
      return []
    }
  }

  // MARK: Writing

  func edit(
    _ order: RatableOrder.ID, _ body: @Sendable (inout ReviewDraft) throws(ReviewError) -> Void
  ) async throws(ReviewError) {
    try await store.perform { _, ratings throws(ReviewError) in
      let draft = try ratings.draft(of: order)
      var edited = draft
      try body(&edited)
      // The closure may have assigned the draft of another order, or an earlier draft of this order.
      guard edited.reviewID == draft.reviewID else { throw .noDraft(edited.id) }
      edited.edition = draft.edition
      edited.photos = draft.photos
      ratings[order].draft = edited
      return []
    }
  }

  func attach(
    _ jpeg: Data, to order: RatableOrder.ID
  ) async throws(ReviewError) {
    if let problem = PhotoProblem(jpeg) { throw .badPhoto(problem) }
    try await store.perform { state, ratings throws(ReviewError) in
      let draft = try ratings.draft(of: order)
      guard draft.photos.count < draft.form.photoLimit else {
        throw .tooManyPhotos(limit: draft.form.photoLimit)
      }
      let id = environment.makeID().rawValue
      guard let photo = ratings.store(jpeg, as: id, beside: ratings.neededSlots(for: state.queued))
      else { throw .noPhotoRoom(limit: ReviewLimits.photos) }
      ratings[order].draft?.photos.append(photo)
      return []
    }
  }

  func bytes(of photo: ReviewPhoto) async throws(ReviewError) -> Data {
    let unwritten = try await store.read { _, ratings in ratings.unwritten[photo.slot] }
    if let unwritten, unwritten.id == photo.id { return unwritten.jpeg }
    let found: StoredPhoto?
    do throws(StorageError) { found = try await model.files.photo(in: photo.slot) } catch {
      throw .sync(.storage(error))
    }
    guard let found, found.id == photo.id else { throw .unknownPhoto(photo.id) }
    return found.jpeg
  }

  func remove(
    _ photo: ReviewPhoto.ID, from order: RatableOrder.ID
  ) async throws(ReviewError) {
    try await store.perform { _, ratings throws(ReviewError) in
      let draft = try ratings.draft(of: order)
      guard draft.photos.contains(where: { $0.id == photo }) else { throw .unknownPhoto(photo) }
      ratings[order].draft?.photos.removeAll { $0.id == photo }
      return []
    }
  }

  // MARK: Sending

  func submit(_ order: RatableOrder.ID) async throws(ReviewError) {
    try await store.perform { state, ratings throws(ReviewError) in
      let draft = try ratings.draft(of: order)
      guard draft.problems.isEmpty else { throw .incomplete(draft.problems) }
      let queued = state.queued.compactMap(\.photo)
      // `RatingModel` removes the draft, because its review is then in the queue.
      return draft.photos.filter { !queued.contains($0) }.map { .photo($0, of: order) }
        + [.review(draft)]
    }
  }

  func withdraw(_ order: RatableOrder.ID) async throws(ReviewError) {
    // `RatingModel` removes the queued review. After a crash between the two writes both exist, and the one
    // with the higher edition is used.
    try await store.perform { state, ratings throws(ReviewError) in
      guard let item = state.item(of: order), var draft = item.review else {
        throw .notWaiting(order)
      }
      switch item.rejection {
      case .windowOver?, .alreadyRated?, .unknownOrder?: throw .notWaiting(order)
      case .refused?, .photoRefused?, .photoLost?, .unreadable?, nil: break
      }
      guard !item.mayBeApplied else { throw .mayBeApplied(order) }
      draft.edition += 1
      (ratings[order].draft, ratings[order].edition) = (draft, draft.edition)
      return []
    }
  }

  func dismiss(_ notice: ReviewNotice.ID) async throws(ReviewError) {
    let (found, item) = try await store.read { state, _ in
      let found = state.notices.first { $0.id == notice }
      let item = state.queued.first { $0.change == nil && ReviewNotice(unreadable: $0) == found }
      return (found, item ?? found?.review.flatMap { state.item(of: $0.id) })
    }
    do throws(ReviewError) {
      if let item {
        try await store.discard(item.id)
      } else {
        try await store.perform { _, ratings throws(ReviewError) in
          guard let found else { throw .unknownNotice(notice) }
          ratings[found.order].photoNotices.removeAll { $0.photo?.id == notice }
          // The refused change of the photo may still be queued, and would add the notice again.
          ratings.dismissedPhotos.insert(notice)
          return []
        }
      }
    } catch {
      switch error {
      case .sync(.inFlight), .sync(.mayBeApplied), .sync(.unknownChange):
        throw .unknownNotice(notice)
      default: throw error
      }
    }
  }
}

extension LiveOrderReviews {
  // MARK: The reviews of another user

  func exported() async throws(ReviewError) -> ExportedReviews {
    let (drafts, pending) = try await store.read { state, _ in (state.drafts, state.pending) }
    var reviews: [ExportedReviews.Review] = []
    for (draft, isSubmitted) in drafts.map({ ($0, false) }) + pending.map({ ($0.review, true) }) {
      var photos: [ReviewPhoto.ID: Data] = [:]
      for photo in draft.photos {
        do throws(ReviewError) { photos[photo.id] = try await bytes(of: photo) } catch {
          // The server has the photo, or it is lost.
          guard case .unknownPhoto = error else { throw error }
        }
      }
      reviews.append(.init(draft: draft, isSubmitted: isSubmitted, photos: photos))
    }
    return ExportedReviews(reviews: reviews)
  }

  func importReviews(_ reviews: ExportedReviews) async throws(ReviewError) {
    for review in reviews.reviews {
      try await store.perform(storesBaseFirst: true) { state, ratings in
        ratings.add(review, beside: state)
      }
    }
  }
}

extension Ratings {
  /// Stores a photo in a slot that is not among `needed`; returns `nil` if there is none.
  fileprivate mutating func store(
    _ jpeg: Data, as id: ReviewPhoto.ID, beside needed: Set<Int>
  ) -> ReviewPhoto? {
    guard let slot = (1...ReviewLimits.photos).first(where: { !needed.contains($0) }) else {
      return nil
    }
    unwritten[slot] = StoredPhoto(id: id, jpeg: jpeg)
    return ReviewPhoto(id: id, size: jpeg.count, slot: slot)
  }

  /// Adds the review of another user, unless there is one of its order; returns the changes to enqueue.
  fileprivate mutating func add(
    _ review: ExportedReviews.Review, beside state: ReviewsState
  ) -> [ReviewChange] {
    var draft = review.draft
    if let known = self[draft.id].draft ?? state.item(of: draft.id)?.review {
      // An earlier call may have stored the review, and not its photos.
      let sent = self[draft.id].draft == nil ? state.queued.compactMap(\.photo) : known.photos
      for photo in known.photos where photo.slot > 0 && sent.contains(photo) {
        guard known.reviewID == draft.reviewID, let jpeg = review.photos[photo.id] else { continue }
        unwritten[photo.slot] = StoredPhoto(id: photo.id, jpeg: jpeg)
      }
      return []
    }
    guard state.item(of: draft.id) == nil, self[draft.id].standing <= .asked else { return [] }
    var needed = neededSlots(for: state.queued)
    var uploads: [ReviewChange] = []
    draft.photos = draft.photos.compactMap { photo in
      guard let jpeg = review.photos[photo.id] else {
        // The upload asks the server whether it has the photo.
        let sent = ReviewPhoto(id: photo.id, size: photo.size, slot: 0)
        uploads.append(.photo(sent, of: draft.id))
        return sent
      }
      guard let photo = store(jpeg, as: photo.id, beside: needed) else { return nil }
      needed.insert(photo.slot)
      uploads.append(.photo(photo, of: draft.id))
      return photo
    }
    draft.edition = max(draft.edition, edition(of: draft.id))
    raiseStatus(of: draft.id, to: .asked)
    guard !review.isSubmitted else { return uploads + [.review(draft)] }
    self[draft.id].draft = draft
    return []
  }

  fileprivate func draft(of order: RatableOrder.ID) throws(ReviewError) -> ReviewDraft {
    guard let draft = self[order].draft else { throw .noDraft(order) }
    return draft
  }
}

extension [RatableOrder] {
  /// The finished orders without duplicates, the newest first.
  ///
  /// Orders with the same time are sorted by id. So the sequence is the same on every device.
  fileprivate var newestFirst: [RatableOrder] {
    var seen: Set<RatableOrder.ID> = []
    return filter { $0.finishedAt != nil && seen.insert($0.id).inserted }
      .sorted { ($0.finishedAt ?? .distantPast, $0.id) > ($1.finishedAt ?? .distantPast, $1.id) }
  }
}
