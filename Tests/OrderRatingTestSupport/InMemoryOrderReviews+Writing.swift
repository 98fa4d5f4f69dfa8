public import Foundation
import Networking
public import OrderRating
public import Storage
import SyncTestSupport
import Synchronization

extension InMemoryOrderReviews {
  /// Picks the newest order to ask about.
  public func prompt(among orders: [RatableOrder]) async throws(ReviewError) -> ReviewDraft? {
    let finished = orders.sorted {
      ($0.finishedAt ?? .distantPast) > ($1.finishedAt ?? .distantPast)
    }
    var unusable: ReviewError?
    for order in finished {
      guard try await eligibility(of: order) == .eligible else { continue }
      do throws(ReviewError) {
        let draft = try await open(order)
        let isAsked = memory.withLock { memory in
          defer { memory.isAnyAsked = true }
          return memory.isAnyAsked
        }
        guard !isAsked else { return nil }
        kept.values.withLock { $0.said[order.id] = .asked }
        return draft
      } catch {
        switch error {
        case .notEligible, .unknownOrder: continue
        case .badForm, .badOrder: unusable = unusable ?? error
        default: throw error
        }
      }
    }
    if let unusable { throw unusable }
    return nil
  }

  /// Whether to ask about an order.
  public func eligibility(of order: RatableOrder) async throws(ReviewError) -> RatingEligibility {
    let (said, isQueued) = kept.values.withLock { values in
      (values.said[order.id], values.queue.contains { $0.review.id == order.id })
    }
    let (window, isAnyAsked) = memory.withLock { ($0.windows[order.id], $0.isAnyAsked) }
    if said == .rated { return .rated }
    if said == .windowOver { return .windowOver }
    if isQueued { return .submitted }
    if let window, window.since.duration(to: clock.now) >= window.left { return .windowOver }
    if order.finishedAt == nil { return .notFinished }
    return said ?? (isAnyAsked ? .anotherAsked : .eligible)
  }

  /// Finds or begins a draft.
  public func open(_ order: RatableOrder) async throws(ReviewError) -> ReviewDraft {
    guard order.id.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) != nil, !order.id.hasPrefix(".") else {
      throw .badOrder("id")
    }
    if Set(order.lines.map(\.id)).count < order.lines.count { throw .badOrder("a line twice") }
    if order.finishedAt?.timeIntervalSince1970.isNaN == true { throw .badOrder("time") }
    if let draft = kept.values.withLock({ $0.drafts.first { $0.id == order.id } }) { return draft }
    let eligibility = try await eligibility(of: order)
    guard eligibility.canBeOpened else { throw .notEligible(eligibility) }
    let form = try await fetchForm(of: order)
    defer { publish() }
    return kept.values.withLock { values in
      if let draft = values.drafts.first(where: { $0.id == order.id }) { return draft }
      values.count += 1
      let draft = ReviewDraft(form, review: "review-\(values.count)")
      values.drafts.append(draft)
      return draft
    }
  }

  /// Changes a draft.
  public func edit(
    _ order: RatableOrder.ID, _ change: @Sendable (inout ReviewDraft) throws(ReviewError) -> Void
  ) async throws(ReviewError) -> Persistence {
    try alter(order) { draft, _ throws(ReviewError) in
      let before = draft
      try change(&draft)
      guard draft.review == before.review else { throw .noDraft(draft.id) }
      draft.photos = before.photos
    }
    return .memoryOnly
  }

  /// Attaches a photo.
  public func attach(
    _ jpeg: Data, to order: RatableOrder.ID
  ) async throws(ReviewError) -> Persistence {
    guard !jpeg.isEmpty else { throw .badPhoto(.empty) }
    guard jpeg.count <= ReviewLimits.photoSize else {
      throw .badPhoto(.tooLarge(limit: ReviewLimits.photoSize))
    }
    guard Array(jpeg.prefix(3)) == [0xFF, 0xD8, 0xFF] else { throw .badPhoto(.notJPEG) }
    try alter(order) { draft, values throws(ReviewError) in
      guard draft.photos.count < draft.form.photoLimit else {
        throw .tooManyPhotos(limit: draft.form.photoLimit)
      }
      guard values.bytes.count < ReviewLimits.photos else {
        throw .noPhotoRoom(limit: ReviewLimits.photos)
      }
      values.count += 1
      let photo = ReviewPhoto(id: "photo-\(values.count)", size: jpeg.count, slot: 0)
      values.bytes[photo.id] = jpeg
      draft.photos.append(photo)
    }
    return .memoryOnly
  }

  /// The bytes of a photo.
  public func bytes(of photo: ReviewPhoto) async throws(ReviewError) -> Data {
    guard let bytes = kept.values.withLock({ $0.bytes[photo.id] }) else {
      throw .unknownPhoto(photo.id)
    }
    return bytes
  }

  /// Takes a photo out.
  public func remove(
    _ photo: ReviewPhoto.ID, from order: RatableOrder.ID
  ) async throws(ReviewError) {
    try alter(order) { draft, values throws(ReviewError) in
      guard draft.photos.contains(where: { $0.id == photo }) else { throw .unknownPhoto(photo) }
      draft.photos.removeAll { $0.id == photo }
      values.bytes[photo] = nil
    }
  }

  /// Queues a review.
  public func submit(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence {
    try alter(order) { draft, values throws(ReviewError) in
      guard draft.problems.isEmpty else { throw .incomplete(draft.problems) }
      values.count += 1
      values.queue.append(Kept.Queued(review: draft, key: "key-\(values.count)"))
      values.drafts.removeAll { $0.id == order }
    }
    return .memoryOnly
  }

  /// Remembers a no.
  public func skip(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence {
    kept.values.withLock { values in
      if values.said[order] != .rated, values.said[order] != .windowOver {
        values.said[order] = .skipped
      }
      for photo in values.drafts.first(where: { $0.id == order })?.photos ?? [] {
        values.bytes[photo.id] = nil
      }
      values.drafts.removeAll { $0.id == order }
    }
    publish()
    return .memoryOnly
  }

  /// Makes a submitted review a draft again.
  public func takeBack(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence {
    let inFlight = memory.withLock { $0.inFlight }
    let result = kept.values.withLock { values -> Result<Void, ReviewError> in
      guard let index = values.queue.firstIndex(where: { $0.review.id == order }) else {
        return .failure(.notWaiting(order))
      }
      let queued = values.queue[index]
      switch queued.cause {
      case .refused?: break
      case nil:
        guard !queued.isTried, queued.key != inFlight else { return .failure(.mayBeApplied(order)) }
      default: return .failure(.notWaiting(order))
      }
      values.queue.remove(at: index)
      values.drafts.append(queued.review)
      return .success(())
    }
    try result.get()
    publish()
    return .memoryOnly
  }

  /// Forgets a notice.
  public func dismiss(_ notice: ReviewNotice.ID) async throws(ReviewError) {
    let isFound = kept.values.withLock { values in
      if let index = values.photoNotices.firstIndex(where: { $0.id == notice }) {
        values.photoNotices.remove(at: index)
        values.bytes[notice] = nil
        return true
      }
      let index = values.queue.firstIndex { $0.review.review == notice && $0.cause != nil }
      guard let index else { return false }
      values.queue.remove(at: index)
      return true
    }
    guard isFound else { throw .unknownNotice(notice) }
    publish()
  }

  private func alter(
    _ order: RatableOrder.ID,
    _ change: (inout ReviewDraft, inout Kept.Values) throws(ReviewError) -> Void
  ) throws(ReviewError) {
    try kept.values.withLock { values throws(ReviewError) in
      guard var draft = values.drafts.first(where: { $0.id == order }) else {
        throw .noDraft(order)
      }
      var changed = values
      try change(&draft, &changed)
      values = changed
      if let index = values.drafts.firstIndex(where: { $0.id == order }) {
        values.drafts[index] = draft
      }
    }
    publish()
  }
}
