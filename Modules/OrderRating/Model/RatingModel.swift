import Networking
import Storage
import Sync

/// The rules by which an `OptimisticStore` shows, sends and cleans up reviews.
///
/// The store sends reviews and their photos, but fetches nothing from the server.
struct RatingModel: OptimisticModel {
  typealias Failure = ReviewError

  let server: ReviewServer
  let files: any RatingFiles

  // MARK: State

  func state(of snapshot: OptimisticSnapshot<Ratings, ReviewChange>) -> ReviewsState {
    let ratings = snapshot.base
    var state = ReviewsState()
    state.sync = snapshot.sync
    state.drafts = ratings.records.compactMap(\.draft)
    if case .failed = snapshot.sync.write {
      state.photosWithoutRoom = Set(ratings.unwritten.values.map(\.id))
    }
    state.queued = snapshot.pending.filter { !($0.review.map(ratings.isSuperseded) ?? false) }
    for record in ratings.records {
      state.notices += record.photoNotices.map { cause in
        ReviewNotice(id: cause.photo?.id ?? "", order: record.id, cause: cause, review: nil)
      }
    }
    let photos = Set(state.queued.compactMap(\.photo))
    for item in state.queued {
      guard let review = item.review else {
        if item.change == nil { state.notices.append(ReviewNotice(unreadable: item)) }
        continue
      }
      if let cause = item.rejection {
        state.notices.append(
          ReviewNotice(id: review.reviewID, order: review.id, cause: cause, review: review))
      } else {
        state.pending.append(
          PendingReview(
            review: review, photosLeft: review.photos.filter(photos.contains),
            mayBeApplied: item.mayBeApplied, reason: item.reason))
      }
    }
    return state
  }

  // MARK: Reconciling

  func reconcile(
    _ ratings: inout Ratings, with snapshot: OptimisticSnapshot<Ratings, ReviewChange>
  ) -> [Resolution<ReviewChange>] {
    let reviews = snapshot.pending.compactMap(\.review)
    // The record of the order may not have been written before a crash.
    for review in reviews where review.edition > ratings.edition(of: review.id) {
      ratings[review.id].edition = review.edition
    }
    let submitted = Set(reviews.flatMap(\.photos))
    var resolutions: [Resolution<ReviewChange>] = []
    for item in snapshot.pending {
      let isSuperfluous =
        switch item.change {
        case .review(let review)?: updateRecord(for: review, &ratings)
        case .photo(let photo, let order)?:
          if let cause = item.rejection {
            // The change is discarded only after its notice is stored. So a crash cannot lose both.
            ratings.dismissedPhotos.contains(photo.id)
              || !addNotice(cause, to: order, &ratings) && snapshot.isStored
          } else {
            !submitted.contains(photo)
          }
        case nil: false
        }
      if isSuperfluous, !item.mayBeApplied { resolutions.append(.discard(item.id)) }
    }
    clearPhotos(of: &ratings, with: snapshot)
    return resolutions
  }

  /// Updates the stored rating of an order whose review is in the queue.
  ///
  /// If the user has withdrawn `review`, the call changes nothing and returns `true`. Otherwise, the
  /// call removes a draft that remained after a crash during the submission.
  ///
  /// - Returns: Whether the review was withdrawn.
  private func updateRecord(for review: ReviewDraft, _ ratings: inout Ratings) -> Bool {
    guard !ratings.isSuperseded(review) else { return true }
    // A crash during a submission may leave both the draft and the queued review. The draft is then
    // removed. The draft of a withdrawn review has a higher edition, and is preserved.
    if let draft = ratings[review.id].draft, draft.edition <= review.edition {
      ratings[review.id].draft = nil
    }
    return false
  }

  /// Adds a notice about a refused or lost photo to the stored rating of an order.
  ///
  /// - Returns: `false` if the rating already had a notice about the photo.
  private func addNotice(
    _ cause: ReviewNotice.Cause, to order: RatableOrder.ID, _ ratings: inout Ratings
  ) -> Bool {
    let known = ratings[order].photoNotices
    guard !known.contains(where: { $0.photo?.id == cause.photo?.id }) else { return false }
    ratings[order].photoNotices.append(cause)
    return true
  }

  /// Reduces ``Ratings/occupied`` to the slots that a draft, a notice or a pending change needs.
  ///
  /// The call also removes photos from ``Ratings/unwritten``. If all data is stored, all photos are
  /// removed. Otherwise, only the photos whose slot is no longer occupied are removed.
  private func clearPhotos(
    of ratings: inout Ratings, with snapshot: OptimisticSnapshot<Ratings, ReviewChange>
  ) {
    ratings.occupied = ratings.neededSlots(for: snapshot.pending)
    let occupied = ratings.occupied
    ratings.unwritten =
      snapshot.isStored ? [:] : ratings.unwritten.filter { occupied.contains($0.key) }
  }

  // MARK: Sending

  func send(
    _ outgoing: OutgoingChange<ReviewChange>, on ratings: Ratings, in context: RequestContext
  ) async -> SendOutcome<ReviewChange, Ratings> {
    switch outgoing.change {
    case .review(let review):
      // The review was withdrawn after it was selected for sending, so it is removed from the queue
      // without a request.
      guard !ratings.isSuperseded(review) else { return .applied(ServerUpdate()) }
      return await server.send(review, key: outgoing.key, in: context)
    case .photo(let photo, _):
      var found = ratings.unwritten[photo.slot]
      if found?.id != photo.id {
        do throws(StorageError) { found = try await files.photo(in: photo.slot) } catch {
          switch error {
          // The file of the photo may exist, and a later attempt may be able to read it.
          case .unavailable, .inUse, .closed: return .tryLater()
          case .invalidName, .anotherOwner, .corrupt, .newer, .unreadable, .migrationFailed,
            .diskFull, .notWritable, .notDurable, .notEncodable, .tooLarge:
            found = nil
          }
        }
      }
      // The slot may contain another photo by now. That photo must not be sent under the id of `photo`.
      guard let found, found.id == photo.id else { return await server.find(photo, in: context) }
      return await server.send(found.jpeg, of: photo, key: outgoing.key, in: context)
    }
  }
}

extension Ratings {
  /// Returns the slots (numbered photo files) whose photos a draft, notice or pending change needs.
  ///
  /// A change that this release cannot decode may need any slot. While such a change is queued, the
  /// result is ``occupied``, so that no slot is cleared or used for another photo.
  func neededSlots(for pending: [OutboxItem<ReviewChange>]) -> Set<Int> {
    guard pending.allSatisfy({ $0.change != nil }) else { return occupied }
    let named = records.flatMap { record in
      (record.draft?.photos ?? []) + record.photoNotices.compactMap(\.photo)
    }
    return Set((named + pending.compactMap(\.photo)).map(\.slot))
  }
}

extension OutboxItem<ReviewChange> {
  /// The review to send; `nil` if the change sends a photo, or if this release cannot decode it.
  var review: ReviewDraft? {
    if case .review(let review)? = change { review } else { nil }
  }

  /// The photo to send; `nil` if the change sends a review, or if this release cannot decode it.
  var photo: ReviewPhoto? {
    if case .photo(let photo, _)? = change { photo } else { nil }
  }

  /// The server's reason to refuse the change; `nil` if it was not refused.
  var rejection: ReviewNotice.Cause? {
    if case .rejected(let rejection)? = refusal { rejection } else { nil }
  }
}

extension ReviewNotice.Cause {
  /// The photo that the notice is about; `nil` if the notice is about a review.
  var photo: ReviewPhoto? {
    switch self {
    case .photoRefused(let photo, _), .photoLost(let photo): photo
    case .windowOver, .alreadyRated, .unknownOrder, .refused, .unreadable: nil
    }
  }
}

extension ReviewNotice {
  /// Creates the notice of a queued change that this release cannot decode.
  init(unreadable item: OutboxItem<ReviewChange>) {
    self.init(id: "change \(item.id)", order: item.lane.id, cause: .unreadable, review: nil)
  }
}
