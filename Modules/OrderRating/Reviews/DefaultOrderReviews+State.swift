#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Sync

extension DefaultOrderReviews {
  /// How things stand: a function of what is kept and what waits.
  func makeState() -> ReviewsState {
    var state = ReviewsState()
    state.drafts = ratings.compactMap(\.draft)
    state.photosWithoutRoom = Set(withoutRoom.map(\.id))
    for rating in ratings {
      state.notices += rating.photoNotices.map { cause in
        ReviewNotice(id: cause.photo?.id ?? "", order: rating.id, cause: cause, review: nil)
      }
    }
    for item in items {
      guard let review = item.review, !item.isAtServer, !isSuperseded(review) else { continue }
      if let cause = item.serverRefusal?.cause {
        state.notices.append(
          ReviewNotice(id: review.review, order: review.id, cause: cause, review: review))
      } else {
        state.waiting.append(waiting(item, review))
      }
    }
    return state
  }

  private func waiting(_ item: OutboxItem<ReviewChange>, _ review: ReviewDraft) -> WaitingReview {
    let left = Set(items.flatMap { $0.change?.photos ?? [] })
    // Without a city nothing is started, whatever the queue thinks.
    let isCityless = context == nil && item.reason.isNext
    return WaitingReview(
      review: review, photosLeft: review.photos.filter(left.contains),
      mayBeApplied: item.mayBeApplied, reason: isCityless ? .gate([.noCity]) : item.reason)
  }

  /// What is known of an order.
  func facts(of order: RatableOrder) -> RatingFacts {
    let lane = ReviewChange.lane(ofReview: order.id)
    let isAtServer = items.contains { $0.lane == lane && $0.isAtServer }
    return RatingFacts(
      standing: isAtServer ? .rated : rating(of: order.id).standing,
      isFinished: order.finishedAt != nil,
      isSubmitted: item(of: order.id) != nil,
      isWindowOver: isWindowOver(order.id), isAnyAsked: isAnyAsked)
  }

  /// Whether the server's time has come, which nobody knows of a form that was not fetched lately.
  private func isWindowOver(_ order: RatableOrder.ID) -> Bool {
    guard let fetched = forms[order] else { return false }
    let passed = (elapsed() - fetched.fetchedAt) / .seconds(1)
    return fetched.serverTime.addingTimeInterval(passed) >= fetched.form.closesAt
  }

  /// The review of an order in the queue, be it one that this release cannot read.
  func item(of order: RatableOrder.ID) -> OutboxItem<ReviewChange>? {
    items.last { item in
      item.lane == ReviewChange.lane(ofReview: order) && !item.isAtServer
        && !(item.review.map(isSuperseded) ?? false)
    }
  }

  /// Whether a review was taken back, although a full disk and a crash have left it in the queue.
  func isSuperseded(_ review: ReviewDraft) -> Bool {
    let others = items.compactMap(\.review) + [rating(of: review.id).draft].compactMap(\.self)
    return others.contains { $0.id == review.id && $0.edition > review.edition }
  }
}

extension OutboxItem<ReviewChange> {
  /// The review, when it is one.
  var review: ReviewDraft? {
    if case .review(let review)? = change { review } else { nil }
  }

  /// Whether the server has it, and that is not remembered yet.
  var isAtServer: Bool {
    if case .settling = reason { true } else { false }
  }

  /// Why the server did not take it.
  var serverRefusal: Refusal? {
    self.refusal.map { Refusal(text: $0.text) }
  }
}

extension Refusal {
  /// What the user is told about a review.
  var cause: ReviewNotice.Cause {
    switch self {
    case .windowOver: .windowOver
    case .alreadyRated: .alreadyRated
    case .unknownOrder: .unknownOrder
    case .lost: .refused("lost")
    case .refused(let reason): .refused(reason)
    }
  }
}

extension ReviewNotice.Cause {
  /// The photo that it is about.
  var photo: ReviewPhoto? {
    switch self {
    case .photoRefused(let photo, _), .photoLost(let photo): photo
    case .windowOver, .alreadyRated, .unknownOrder, .refused: nil
    }
  }
}
