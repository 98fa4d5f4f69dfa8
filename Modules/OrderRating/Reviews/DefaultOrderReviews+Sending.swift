import Networking
import Storage
import Sync

extension DefaultOrderReviews {
  /// Makes one attempt to send a review or a photo of one.
  func send(_ outgoing: OutgoingChange<ReviewChange>) async -> Delivery<ReviewChange> {
    guard let context else { return .closed(.noCity) }
    switch outgoing.change {
    case .photo(let photo, _): return await send(photo, key: outgoing.key, in: context)
    case .review(let review):
      guard !isSuperseded(review) else {
        unsent.insert(review)
        return .applied()
      }
      let delivery = await server.send(review, key: outgoing.key, in: context)
      if let standing = delivery.standing { await close(review.id, as: standing) }
      return delivery
    }
  }

  private func send(
    _ photo: ReviewPhoto, key: String, in context: RequestContext
  ) async -> Delivery<ReviewChange> {
    let found: KeptPhoto?
    do throws(StorageError) { found = try await photos.photo(in: photo.slot) } catch {
      switch error {
      // It may be there: another attempt may find it.
      case .unavailable, .inUse: return .busy()
      case .invalidName, .corrupt, .newer, .migrationFailed, .diskFull, .notWritable, .notDurable,
        .notEncodable, .tooLarge:
        found = nil
      }
    }
    // Another photo in its place is sent under its own name only.
    guard let found, found.id == photo.id else { return await server.find(photo, in: context) }
    return await server.send(found, key: key, in: context)
  }
}

extension Delivery<ReviewChange> {
  /// What a serverRefusal of a review says of its order from now on.
  fileprivate var standing: KeptRating.Standing? {
    switch self {
    case .rejected(let text):
      switch Refusal(text: text) {
      case .alreadyRated: .rated
      case .windowOver, .unknownOrder: .over
      case .lost, .refused: nil
      }
    case .applied, .unknown, .unreachable, .busy, .closed, .conflict: nil
    }
  }
}
