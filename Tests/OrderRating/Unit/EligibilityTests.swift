import Commerce
import Foundation
import OrderRatingTestSupport
import Sync
import Testing

@testable import OrderRating

struct EligibilityTests {
  static let allFacts: [RatingFacts] = StoredRating.Standing.allCases.flatMap { standing in
    (0..<16).map { bits in
      RatingFacts(
        standing: standing, isFinished: bits & 1 != 0, isSubmitted: bits & 2 != 0,
        isWindowOver: bits & 4 != 0, isAnyAsked: bits & 8 != 0)
    }
  }

  @Test func `Only one combination of facts lets the user be asked`() {
    let eligible = Self.allFacts.filter { RatingEligibility($0) == .eligible }
    #expect(eligible == [RatingFacts()])
  }

  @Test func `The first of several reasons is told`() {
    for (facts, eligibility) in [
      (RatingFacts(), RatingEligibility.eligible), (RatingFacts(isAnyAsked: true), .anotherAsked),
      (RatingFacts(standing: .asked, isAnyAsked: true), .asked),
      (RatingFacts(standing: .skipped, isAnyAsked: true), .skipped),
      (RatingFacts(standing: .skipped, isFinished: false), .notFinished),
      (RatingFacts(isFinished: false, isWindowOver: true), .windowOver),
      (RatingFacts(isSubmitted: true, isWindowOver: true), .submitted),
      (RatingFacts(standing: .over, isSubmitted: true), .windowOver),
      (RatingFacts(standing: .rated, isSubmitted: true), .rated),
    ] {
      #expect(RatingEligibility(facts) == eligibility)
    }
  }

  @Test func `A status is replaced only by a later one`() {
    let standings: [StoredRating.Standing] = [.open, .asked, .skipped, .over, .rated]
    for (index, standing) in standings.enumerated() {
      for (next, other) in standings.enumerated() {
        var ratings = Ratings()
        ratings["order-1"].standing = standing
        ratings.raiseStatus(of: "order-1", to: other)
        #expect(ratings["order-1"].standing == standings[max(index, next)])
        #expect((standing < other) == (index < next))
      }
    }
  }

  @Test func `An id of up to 64 letters, digits and some signs is valid`() {
    let most = String(repeating: "a", count: 64)
    for id in ["a", "z", "A", "Z", "0", "9", "-", "_", "a.b", "...", most] {
      #expect(RatableOrder(id, .pickup, lines: [], finishedAt: nil).isValid, "\(id)")
    }
  }

  @Test func `An order that was rated, submitted or expired is never open`() {
    for facts in Self.allFacts {
      let isClosed =
        facts.standing == .rated || facts.standing == .over || facts.isSubmitted
        || facts.isWindowOver || !facts.isFinished
      #expect(RatingEligibility(facts).canBeOpened == !isClosed, "\(facts)")
    }
  }
}
