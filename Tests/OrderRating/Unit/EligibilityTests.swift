import Foundation
import Networking
import NetworkingTestSupport
import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

@testable import OrderRating

@Suite("Eligibility")
struct EligibilityTests {
  static let allFacts: [RatingFacts] = StoredRating.Standing.allCases.flatMap { standing in
    (0..<16).map { bits in
      RatingFacts(
        standing: standing, isFinished: bits & 1 != 0, isSubmitted: bits & 2 != 0,
        isWindowOver: bits & 4 != 0, isAnyAsked: bits & 8 != 0)
    }
  }

  @Test func `Every combination of facts has an answer, and every answer a combination`() {
    let answers = Self.allFacts.map { RatingEligibility($0) }
    #expect(answers.count == 80)
    #expect(Set(answers) == Set(RatingEligibility.allCases))
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

  @Test func `The limits of an order are part of what is accepted`() throws {
    func order(_ id: String, _ lines: [RatableOrder.Line] = []) -> RatableOrder {
      RatableOrder(id, .pickup, lines: lines, finishedAt: nil)
    }
    let most = String(repeating: "a", count: 64)
    for id in ["a", "z", "A", "Z", "0", "9", "-", "_", "a.b", "...", most] { try order(id).check() }
    for (id, name) in [(30_000, 35_536), (35_536, 30_000)] {
      let line = RatableOrder.Line(
        String(repeating: "i", count: id), name: String(repeating: "n", count: name))
      try order("a", [line]).check()
      #expect(throws: ReviewError.badOrder(.tooManyLines)) {
        try order("a", [line, .init("1", name: "")]).check()
      }
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

  @Test func `More that speaks against an order never makes it eligible`() {
    for facts in Self.allFacts where RatingEligibility(facts) != .eligible {
      for standing in StoredRating.Standing.allCases where standing > facts.standing {
        var later = facts
        later.standing = standing
        #expect(RatingEligibility(later) != .eligible)
      }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `Over any changes of any clock no order is asked about twice and none is rated twice`(
    _ seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    let device = ReviewDevice()
    var asked: [String] = []
    for _ in 0..<12 {
      // The app takes the time of the order from a clock that the user sets. The server's clock
      // jumps too, and the device sleeps.
      let shift = Double.random(in: -1e10...1e10, using: &random)
      let orders = [RatableOrder.first, .second, .third].shuffled(using: &random).map { order in
        let time =
          [.distantPast, .distantFuture, order.finishedAt?.addingTimeInterval(shift)]
          .randomElement(using: &random) ?? nil
        return RatableOrder(
          order.id, order.fulfillment, lines: order.lines, finishedAt: time ?? .distantPast)
      }
      let jump = Int.random(in: -200_000...50_000, using: &random)
      device.server.change { $0.now += jump }
      try await device.session { reviews in
        for _ in 0..<3 {
          device.clock.jump(by: .seconds(Int.random(in: 0...100_000, using: &random)))
          if let draft = try await reviews.prompt(among: orders) { asked.append(draft.id) }
        }
        for draft in reviews.state.drafts where Bool.random(using: &random) {
          try await reviews.edit(draft.id) { draft throws(ReviewError) in
            try draft.setStars(5, of: "food")
          }
          try await reviews.submit(draft.id)
        }
        await reviews.settled()
      }
    }
    #expect(Set(asked).count == asked.count, "asked \(asked)")
    let arrivals = device.server.model.arrivals
    #expect(Set(arrivals).count == arrivals.count, "rated \(arrivals)")
  }
}
