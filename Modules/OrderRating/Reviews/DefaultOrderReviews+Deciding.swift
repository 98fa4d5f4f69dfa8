import Storage
import Sync

extension DefaultOrderReviews {
  func takeBack(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence {
    try await load()
    return try await inTurn { () async throws(ReviewError) in
      try await readItems()
      guard let item = item(of: order), let review = item.review else { throw .notWaiting(order) }
      switch item.serverRefusal {
      case .windowOver?, .alreadyRated?, .unknownOrder?: throw .notWaiting(order)
      case .lost?, .refused?, nil: break
      }
      guard !item.mayBeApplied else { throw .mayBeApplied(order) }
      // First the draft: a crash in between leaves both, and the later edition counts.
      let draft = review.nextEdition
      let persistence = await change(order) { $0.draft = draft }
      do throws(OutboxError) { try await outbox.discard(item.id) } catch {
        // Its turn came meanwhile: either it was on its way by then, or it saw the later edition.
        if !unsent.contains(review) {
          await change(order) { $0.draft = nil }
          throw ReviewError(error, about: order)
        }
      }
      for item in items where item.change?.photos.contains(where: review.photos.contains) == true {
        // What may be at the server stays: it is sent again with the review, or not at all.
        do throws(OutboxError) { try await outbox.discard(item.id) } catch {}
      }
      try await readItems()
      return persistence
    }
  }

  func dismiss(_ notice: ReviewNotice.ID) async throws(ReviewError) {
    try await load()
    try await inTurn { () async throws(ReviewError) in
      try await readItems()
      let isAbout = { (cause: ReviewNotice.Cause) in cause.photo?.id == notice }
      if let rating = ratings.first(where: { $0.photoNotices.contains(where: isAbout) }) {
        await change(rating.id) { $0.photoNotices.removeAll(where: isAbout) }
        return
      }
      guard let item = items.first(where: { $0.review?.review == notice && $0.serverRefusal != nil })
      else { throw .unknownNotice(notice) }
      do throws(OutboxError) { try await outbox.discard(item.id) } catch {
        switch error {
        case .inFlight, .mayBeApplied, .unknownItem: throw .unknownNotice(notice)
        case .journal, .notEncodable, .full: throw ReviewError(error, about: item.lane.id)
        }
      }
      try await readItems()
    }
  }
}

extension ReviewDraft {
  /// The same review, to be changed and submitted again.
  fileprivate var nextEdition: ReviewDraft {
    var next = self
    next.edition += 1
    return next
  }
}
