#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage
import Sync

extension DefaultOrderReviews {
  func edit(
    _ order: RatableOrder.ID, _ body: @Sendable (inout ReviewDraft) throws(ReviewError) -> Void
  ) async throws(ReviewError) -> Persistence {
    try await load()
    return try await inTurn { () async throws(ReviewError) in
      let draft = try draft(of: order)
      var edited = draft
      try body(&edited)
      // A closure could have put another draft, or an older copy, in its place.
      guard edited.review == draft.review else { throw .noDraft(edited.id) }
      edited.edition = draft.edition
      edited.photos = draft.photos
      let kept = edited
      return await change(order) { $0.draft = kept }
    }
  }

  func attach(
    _ jpeg: Data, to order: RatableOrder.ID
  ) async throws(ReviewError) -> Persistence {
    if let problem = PhotoProblem(jpeg) { throw .badPhoto(problem) }
    try await load()
    return try await inTurn { () async throws(ReviewError) in
      let draft = try draft(of: order)
      guard draft.photos.count < draft.form.photoLimit else {
        throw .tooManyPhotos(limit: draft.form.photoLimit)
      }
      let taken = Set(neededPhotos.map(\.slot))
      guard let slot = (1...ReviewLimits.photos).first(where: { !taken.contains($0) }) else {
        throw .noPhotoRoom(limit: ReviewLimits.photos)
      }
      let photo = ReviewPhoto(id: makeID(), size: jpeg.count, slot: slot)
      // The file comes first: a draft never names one that was not tried to be written.
      usedSlots.insert(slot)
      let isKept = await photos.keep(KeptPhoto(id: photo.id, jpeg: jpeg), in: slot)
      if case .pending = isKept { withoutRoom.insert(photo) }
      let persistence = await change(order) { $0.draft?.photos.append(photo) }
      return isKept.worst(persistence)
    }
  }

  func bytes(of photo: ReviewPhoto) async throws(ReviewError) -> Data {
    let found: KeptPhoto?
    do throws(StorageError) { found = try await photos.photo(in: photo.slot) } catch {
      throw .storage(error)
    }
    guard let found, found.id == photo.id else { throw .unknownPhoto(photo.id) }
    return found.jpeg
  }

  func remove(
    _ photo: ReviewPhoto.ID, from order: RatableOrder.ID
  ) async throws(ReviewError) {
    try await load()
    try await inTurn { () async throws(ReviewError) in
      let draft = try draft(of: order)
      guard draft.photos.contains(where: { $0.id == photo }) else { throw .unknownPhoto(photo) }
      await change(order) { $0.draft?.photos.removeAll { $0.id == photo } }
    }
  }

  func submit(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence {
    try await load()
    return try await inTurn { () async throws(ReviewError) in
      let draft = try draft(of: order)
      guard draft.problems.isEmpty else { throw .incomplete(draft.problems) }
      try await readItems()
      let queued = Set(items.flatMap { $0.change?.photos ?? [] })
      var persistence = Persistence.persisted
      do throws(OutboxError) {
        for photo in draft.photos where !queued.contains(photo) {
          persistence = persistence.worst(try await outbox.enqueue(.photo(photo, of: order)))
        }
        persistence = persistence.worst(try await outbox.enqueue(.review(draft)))
      } catch {
        throw ReviewError(error, about: order)
      }
      // First the queue, then the draft: a crash in between leaves both, and the queue counts.
      try await readItems()
      await change(order) { $0.draft = nil }
      let lack = withoutRoom.intersection(draft.photos)
      return lack.isEmpty ? persistence : persistence.worst(await photos.keepAgain(in: lack))
    }
  }

  func draft(of order: RatableOrder.ID) throws(ReviewError) -> ReviewDraft {
    guard let draft = rating(of: order).draft else { throw .noDraft(order) }
    return draft
  }
}

extension PhotoShelf {
  /// Tries again to write all of these.
  fileprivate func keepAgain(in lacking: Set<ReviewPhoto>) async -> Persistence {
    var persistence = Persistence.persisted
    for slot in lacking.map(\.slot).sorted() {
      persistence = persistence.worst(await keepAgain(in: slot))
    }
    return persistence
  }
}

extension Persistence {
  /// What a crash would do to both.
  func worst(_ other: Persistence) -> Persistence {
    self == .persisted ? other : self
  }
}
