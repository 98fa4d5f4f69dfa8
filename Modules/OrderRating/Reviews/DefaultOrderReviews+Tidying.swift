import Storage
import Sync

extension DefaultOrderReviews {
  /// The photos whose files somebody still needs.
  var neededPhotos: [ReviewPhoto] {
    let drafts = ratings.flatMap { $0.draft?.photos ?? [] }
    let notices = ratings.flatMap { $0.photoNotices.compactMap(\.photo) }
    return drafts + notices + items.flatMap { $0.change?.photos ?? [] }
  }

  /// Gives up what was refused and taken back, for the next edition would wait for it.
  func dropSuperseded() async {
    await inTurn {
      for item in items where item.serverRefusal != nil && item.review.map(isSuperseded) == true {
        do throws(OutboxError) { try await outbox.discard(item.id) } catch {
          // It is being kept or gone: there will be another look.
        }
      }
    }
  }

  /// Lets a review go without a photo that the server does not take, once the user can be told.
  func noteRefusedPhotos() async {
    await inTurn {
      for item in items {
        guard case .photo(let photo, let order)? = item.change, let serverRefusal = item.serverRefusal else {
          continue
        }
        let cause: ReviewNotice.Cause =
          switch serverRefusal {
          case .lost: .photoLost(photo)
          case .refused(let reason): .photoRefused(photo, reason)
          case .windowOver, .alreadyRated, .unknownOrder: .photoRefused(photo, serverRefusal.text)
          }
        let persistence = await change(order) { rating in
          guard !rating.photoNotices.contains(where: { $0.photo?.id == photo.id }) else { return }
          rating.photoNotices.append(cause)
        }
        // Nothing leaves the queue before the notice of it is kept.
        if case .pending = persistence { continue }
        do throws(OutboxError) { try await outbox.discard(item.id) } catch {
          // The serverRefusal is still being kept: there will be another look.
        }
      }
    }
  }

  /// Remembers what the server has, and only then forgets the review.
  func noteRated() async {
    await inTurn {
      for item in items where item.isAtServer {
        guard let review = item.review else { continue }
        let persistence = await change(review.id) { rating in
          rating.standing = .rated
          rating.draft = nil
        }
        if case .pending = persistence { continue }
        do { try await outbox.settle(item.lane, version: ReviewChange.rated) } catch {
          // The queue is as it was: there will be another look.
        }
      }
    }
  }

  /// Tries again to find room for photos that have none.
  func keepPhotosAgain() async {
    await inTurn {
      let needed = Set(neededPhotos)
      for photo in withoutRoom.sorted(by: { $0.slot < $1.slot }) {
        let isKept =
          needed.contains(photo)
          ? await photos.keepAgain(in: photo.slot) : .persisted
        if case .pending = isKept { continue }
        withoutRoom.remove(photo)
        publish()
      }
    }
  }

  /// Removes the files that nobody needs any more: what the server has, what the user took out, and
  /// what a crash has left behind.
  func clearSlots() async {
    await inTurn {
      // What only a newer release can read may need any of them.
      guard items.allSatisfy({ $0.change != nil }) else { return }
      for slot in usedSlots.sorted() where !neededPhotos.contains(where: { $0.slot == slot }) {
        if await photos.clear(slot) { usedSlots.remove(slot) }
      }
    }
  }
}
