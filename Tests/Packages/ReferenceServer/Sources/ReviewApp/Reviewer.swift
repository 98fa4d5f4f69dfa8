import Foundation
import KillableApp
import OrderRating
import Storage
import Sync

/// The user of an app, who continues with the stored drafts and prints what was stored.
struct Reviewer {
  let reviews: any OrderReviews
  let device: String
  private let clock = FastClock()

  init(reviews: any OrderReviews, device: String) {
    self.reviews = reviews
    self.device = device
  }

  /// Prompts for one of the orders, and prints the number of that order; called once per launch.
  func answerPrompt(among opinions: [Opinion]) async {
    do throws(ReviewError) {
      if let draft = try await reviews.prompt(among: opinions.map(\.order)) {
        say("ASKED \(draft.id.dropFirst(6))")
      }
    } catch {
      // The prompt was not shown, so another launch may show it.
    }
  }

  /// Creates or restores a draft, and repeats that after failures; returns whether there is a draft.
  func open(_ opinion: Opinion) async throws -> Bool {
    while true {
      do throws(ReviewError) {
        _ = try await reviews.draft(for: opinion.order)
        return true
      } catch {
        switch error {
        case .notEligible(.submitted), .notEligible(.rated): return false
        case .sync(.fetch), .sync(.closed), .badForm: try await pause()
        default: throw error
        }
      }
    }
  }

  /// Completes the draft of an order, in whatever state a kill has left it, and submits it.
  func write(_ opinion: Opinion) async throws {
    let order = opinion.order.id
    // The photo that was attached by mistake is removed before anything else is stored.
    if let mistake = opinion.mistake, try draft(of: order).ratings.isEmpty {
      if try draft(of: order).photos.isEmpty {
        try await reviews.attach(Data(photo: mistake), to: order).expectKept()
      }
      for photo in try draft(of: order).photos { try await reviews.remove(photo.id, from: order) }
    }
    if try draft(of: order).ratings.isEmpty {
      try await reviews.edit(order) { draft throws(ReviewError) in
        try draft.setStars(opinion.stars, of: "food")
        draft.comment = opinion.comment
      }.expectKept()
      say("WROTE \(opinion.number)")
    }
    for name in opinion.photos.dropFirst(try draft(of: order).photos.count) {
      try await reviews.attach(Data(photo: name), to: order).expectKept()
      say("ATTACHED \(name)")
    }
    try await reviews.submit(order).expectKept()
    say("TAKEN \(opinion.number)")
  }

  private func draft(of order: String) throws -> ReviewDraft {
    guard let draft = reviews.state.drafts.first(where: { $0.id == order }) else {
      throw ReviewError.noDraft(order)
    }
    return draft
  }

  /// Decides about every notice until the server has all reviews and photos.
  func settle() async throws {
    for await state in reviews.states() {
      say("WAITS \(state.pending.reduce(state.pending.count) { $0 + $1.photosLeft.count })")
      for notice in state.notices {
        // The notice may have gone since the screen was drawn, or its write may be in progress.
        while reviews.state.notices.contains(notice) {
          do throws(ReviewError) {
            try await decide(about: notice)
          } catch {
            switch error {
            case .unknownNotice, .mayBeApplied: try await pause()
            default: throw error
            }
          }
        }
      }
      let state = reviews.state
      if state.pending.isEmpty && state.notices.isEmpty { return }
    }
  }

  private func decide(about notice: ReviewNotice) async throws(ReviewError) {
    let number = notice.order.dropFirst(6)
    switch notice.cause {
    case .refused:
      say("REFUSED \(number)")
      try await reviews.withdraw(notice.order)
      try await reviews.submit(notice.order)
      say("TAKEN \(number)")
      return
    case .alreadyRated:
      let stars = notice.review?.ratings["food"]?.stars ?? 0
      say("BACK \(number) \(stars) \(notice.review?.comment ?? "")")
    case .photoRefused(let photo, _):
      // A notice is shown before it is stored, and dismissed only when it is stored. After a kill
      // between the two lines the photo may be sent again.
      let name = await name(of: photo)
      say(name.map { "WITHOUT \($0)" } ?? "LOST \(number)")
      try await reviews.dismiss(notice.id)
      if let name { say("DISMISSED \(name)") }
      return
    case .photoLost: say("LOST \(number)")
    case .windowOver, .unknownOrder: say("\(notice.cause) \(number)")
    }
    try await reviews.dismiss(notice.id)
  }

  /// Returns the name in a photo's bytes; `nil` if the device has no copy.
  private func name(of photo: ReviewPhoto) async -> String? {
    do throws(ReviewError) {
      return try await reviews.bytes(of: photo).photoName
    } catch {
      return nil
    }
  }

  /// Waits until no photo has a file; prints `ORPHANS` if that takes too long.
  func photosGone(from folder: URL) async throws {
    for _ in 0..<2_000 {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      guard files.contains(where: { $0.contains("photo") }) else { return }
      try await pause()
    }
    say("ORPHANS")
  }

  private func pause() async throws {
    try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
  }
}

extension WriteStatus {
  /// Throws unless the change is stored, because the disk is never full.
  fileprivate func expectKept() throws {
    guard self == .written else { throw NotKept() }
  }
}

/// The error of a change that was not stored although the disk is not full.
struct NotKept: Error {}
