import Networking
import Storage
import Sync

extension DefaultOrderReviews {
  func prompt(among orders: [RatableOrder]) async throws(ReviewError) -> ReviewDraft? {
    try await load()
    var unusable: ReviewError?
    for order in orders.newestFirst where RatingEligibility(facts(of: order)) == .eligible {
      do throws(ReviewError) {
        if let draft = try await ask(about: order) { return draft }
      } catch {
        switch error {
        // It cannot be rated: another one may.
        case .notEligible, .unknownOrder: continue
        case .badForm, .badOrder: unusable = unusable ?? error
        default: throw error
        }
      }
    }
    if let unusable { throw unusable }
    return nil
  }

  /// Begins the review of an order and remembers in the same step that the user is asked about it;
  /// what cannot be remembered is not asked, and leaves no draft.
  private func ask(about order: RatableOrder) async throws(ReviewError) -> ReviewDraft? {
    try order.check()
    let form: RatingForm
    if let draft = rating(of: order.id).draft {
      form = draft.form
    } else {
      form = try await self.form(for: order)
    }
    return await inTurn {
      // Another caller may have asked meanwhile.
      guard RatingEligibility(facts(of: order)) == .eligible else { return nil }
      let begun = rating(of: order.id).draft
      let draft = begun ?? ReviewDraft(form, review: makeID())
      isAnyAsked = true
      let persistence = await change(order.id) { rating in
        rating.standing = .asked
        rating.draft = draft
      }
      guard case .pending = persistence else { return draft }
      isAnyAsked = false
      await change(order.id) { rating in
        rating.standing = .open
        rating.draft = begun
      }
      return nil
    }
  }

  func eligibility(of order: RatableOrder) async throws(ReviewError) -> RatingEligibility {
    try await load()
    return RatingEligibility(facts(of: order))
  }

  func open(_ order: RatableOrder) async throws(ReviewError) -> ReviewDraft {
    try order.check()
    try await load()
    if let draft = rating(of: order.id).draft { return draft }
    try refuseUnlessOpen(order)
    let form = try await form(for: order)
    return try await inTurn { () async throws(ReviewError) in
      // Another caller may have been faster, and have submitted it by now.
      if let draft = rating(of: order.id).draft { return draft }
      try refuseUnlessOpen(order)
      let draft = ReviewDraft(form, review: makeID())
      await change(order.id) { $0.draft = draft }
      return draft
    }
  }

  private func refuseUnlessOpen(_ order: RatableOrder) throws(ReviewError) {
    let eligibility = RatingEligibility(facts(of: order))
    guard eligibility.canBeOpened else { throw .notEligible(eligibility) }
  }

  /// Asks the server, whose answer to a rated order is remembered.
  private func form(for order: RatableOrder) async throws(ReviewError) -> RatingForm {
    guard !Task.isCancelled else { throw .cancelled }
    guard let context else { throw .noCity }
    guard gate.isOpen else {
      throw .unreachable(gate.reasons.map(\.rawValue).sorted().joined(separator: ", "))
    }
    switch await server.form(for: order, in: context) {
    case .form(let form, let serverTime):
      forms[order.id] = FetchedForm(form: form, serverTime: serverTime, fetchedAt: elapsed())
      return form
    case .rated:
      await close(order.id, as: .rated)
      throw .notEligible(.rated)
    case .windowOver:
      await close(order.id, as: .over)
      throw .notEligible(.windowOver)
    case .failed(let error):
      // A cancelled request says nothing about the server.
      if Task.isCancelled, case .unreachable = error { throw .cancelled }
      throw error
    }
  }

  /// Remembers that the server takes no review of an order any more.
  func close(_ order: RatableOrder.ID, as standing: KeptRating.Standing) async {
    await inTurn { _ = await change(order) { $0.standing = max($0.standing, standing) } }
  }

  func skip(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence {
    try await load()
    return await inTurn {
      await change(order) { rating in
        rating.standing = max(rating.standing, .skipped)
        rating.draft = nil
      }
    }
  }
}

extension [RatableOrder] {
  /// Those that are finished, the newest first; each once, in one order on every device.
  fileprivate var newestFirst: [RatableOrder] {
    var seen: Set<RatableOrder.ID> = []
    return filter { $0.finishedAt != nil && seen.insert($0.id).inserted }
      .sorted { first, second in
        guard let first = first.finishedAt, let second = second.finishedAt, first != second else {
          return first.id > second.id
        }
        return first > second
      }
  }
}
