import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport

@testable import OrderRating

extension ReviewSimulation {
  var server: ReviewServerModel { network.server.model }

  /// Checks the invariants that hold after every step.
  func look() {
    let state = reviews.state
    ledger.note("shown: \(describe(state))")
    ledger.expect(Set(asked).count == asked.count, "asked twice: \(asked)")
    for (index, page) in pages.enumerated() {
      let order = Self.orders[index].id
      if let written = page.draft {
        let shown = state.drafts.first { $0.id == order }.map(Written.init)
        ledger.expect(shown == written, "\(order): written \(written), shown \(shown as Any)")
      }
      if let written = page.submitted { look(for: written, order, in: state) }
      let places =
        state.drafts.count { $0.id == order } + state.pending.count { $0.id == order }
        + state.notices.count { $0.order == order && $0.review != nil }
      ledger.expect(places <= 1, "\(order) is in \(places) places")
    }
    lookForPhotos(in: state)
  }

  /// Checks that a submitted review is queued, at the server, or in a notice.
  private func look(for written: Written, _ order: String, in state: ReviewsState) {
    if let waiting = state.pending.first(where: { $0.id == order }) {
      ledger.expect(Written(waiting.review) == written, "\(order) waits with other words")
    } else if let notice = state.notices.first(where: { $0.order == order && $0.review != nil }) {
      ledger.expect(notice.review.map(Written.init) == written, "\(order) is given back changed")
    } else if let there = server.reviews[order], !there.id.hasPrefix("elsewhere") {
      compare(there, with: written, order)
      let isBack = state.drafts.contains { $0.id == order }
      ledger.expect(!isBack, "the draft of \(order) is back, and the server has the review")
    } else {
      let isBack = wasEverFull && state.drafts.contains { $0.id == order }
      ledger.expect(isBack, "the review of \(order) is lost without a notice")
    }
  }

  private func compare(_ there: ReviewView, with written: Written, _ order: String) {
    let stars = Dictionary(uniqueKeysWithValues: there.marks.map { ($0.subject, $0.stars) })
    ledger.expect(
      stars == written.stars && (there.comment ?? "") == written.comment,
      "\(order): written \(written), at the server \(there)")
    let excused = network.server.excused
    let lacking = written.photos.filter { !there.photos.contains($0) && !excused.contains($0) }
    ledger.expect(
      lacking.isEmpty && Set(there.photos).isSubset(of: written.photos),
      "\(order): photos \(written.photos), at the server \(there.photos)")
  }

  /// Checks that a photo has its file until the server has it or the user removes it.
  private func lookForPhotos(in state: ReviewsState) {
    let missed = network.server.missed
    for case .photoLost(let photo) in state.notices.map(\.cause) {
      ledger.expect(missed.contains(photo.id), "nobody asked whether photo \(photo.id) is there")
    }
    for (id, photo) in attached {
      let there = server.photos[id]
      ledger.expect(there == nil || there == .jpeg(4, photo.mark), "photo \(id) arrived as another")
      ledger.expect(
        there != nil || isKept(id, in: photo.slot), "the file of photo \(id) is gone too soon")
    }
  }

  /// Returns whether a slot has this photo, on the disk or in memory.
  private func isKept(_ photo: String, in slot: Int) -> Bool {
    disk.kept.photos[slot]?.id == photo || reviews.state.photosWithoutRoom.contains(photo)
  }

  /// Removes from the record, after a crash, the data that the app had reported as not stored.
  func strikeOut() {
    let state = reviews.state
    for (index, page) in pages.enumerated() where page.isUnsure {
      let order = Self.orders[index].id
      pages[index].isUnsure = false
      pages[index].isSkipped = false
      pages[index].draft = state.drafts.first { $0.id == order }.map(Written.init)
      let kept =
        state.pending.first { $0.id == order }?.review
        ?? state.notices.first { $0.order == order && $0.review != nil }?.review
      pages[index].submitted = kept.map(Written.init)
      let isThere = pages[index].draft != nil || kept != nil || server.reviews[order] != nil
      ledger.expect(isThere || !page.isStored, "\(order) was stored and is lost in a crash")
      for (id, photo) in attached where photo.order == index {
        let isNamed = (pages[index].draft ?? pages[index].submitted)?.photos.contains(id) == true
        guard photo.isUnsure || !isNamed else { continue }
        attached[id] = nil
        network.change { $0.excused.insert(id) }
      }
    }
    for (id, photo) in attached where photo.isUnsure && disk.kept.photos[photo.slot]?.id != id {
      attached[id] = nil
      network.change { $0.excused.insert(id) }
    }
  }

  /// Ends all faults, and checks that the server has the submitted reviews.
  func finish() {
    disk.room = .enough
    for _ in 0..<4 where ledger.violation == nil {
      goOnline()
      quiesce()
      look()
    }
    expectRoom()
    kill()
    begin()
    quiesce()
    look()
    guard ledger.violation == nil else { return }
    let state = reviews.state
    ledger.expect(state.pending.isEmpty, "something still waits: \(state.pending)")
    for (index, page) in pages.enumerated() {
      let order = Self.orders[index].id
      let isNoted = state.notices.contains { $0.order == order && $0.review != nil }
      if page.submitted != nil, !page.isHindered, !isNoted {
        ledger.expect(server.reviews[order] != nil, "\(order) was submitted in time and is lost")
      }
      if page.isSkipped, page.draft == nil, page.submitted == nil, !page.isHindered, !wasEverFull,
        !isNoted
      {
        ledger.expect(server.reviews[order] == nil, "\(order) was withdrawn and is sent")
      }
      if page.isSkipped, !page.isUnsure {
        let reviews = reviews
        let eligibility = answer { () -> RatingEligibility in
          do { return try await reviews.eligibility(of: Self.orders[index]) } catch {
            return .eligible
          }
        }
        ledger.expect(eligibility ?? .eligible != .eligible, "\(order) was skipped and forgotten")
      }
    }
    let named = state.drafts.flatMap(\.photos) + state.notices.compactMap(\.cause.photo)
    for (slot, photo) in disk.kept.photos {
      ledger.expect(
        named.contains { $0.slot == slot }, "the file of photo \(photo.id) is left")
    }
    ledger.expect(
      Set(server.arrivals).count == server.arrivals.count, "arrived twice: \(server.arrivals)")
    kill()
  }

  /// Checks that the next change also writes the photos that were only in memory.
  private func expectRoom() {
    let reviews = reviews
    _ = answer { do { _ = try await reviews.skip("another order") } catch {} }
    quiesce()
    ledger.expect(reviews.state.photosWithoutRoom.isEmpty, "photos wait, and there is room")
  }

  private func describe(_ state: ReviewsState) -> String {
    "drafts \(state.drafts.map { "\($0.id) \(Written($0).words)" })"
      + " waiting \(state.pending.map { "\($0.id) \($0.reason.word)" })"
      + " notices \(state.notices.map { "\($0.order) \($0.cause)" })"
      + " without room \(state.photosWithoutRoom.sorted())"
  }
}

extension WaitReason {
  /// The status as text, with sorted reasons, because the order of a set varies.
  fileprivate var word: String {
    if case .gateClosed(let reasons) = self {
      "\(reasons.map(\.rawValue).sorted())"
    } else {
      "\(self)"
    }
  }
}

extension ReviewSimulation.Written {
  init(_ draft: ReviewDraft) {
    stars = draft.ratings.mapValues(\.stars)
    comment = draft.comment
    photos = draft.photos.map(\.id)
  }

  fileprivate var words: String {
    "\(stars.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }) \(comment) \(photos)"
  }
}
