import Networking
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Sync
import Testing

struct DraftRaceTests {
  private let transport = StubTransport(over: ReviewServerDouble())
  private let reviews: any OrderReviews

  init() {
    reviews = FeatureEnvironment(transport: transport, city: SettledCity(.almaty))
      .makeOrderReviews()
  }

  @Test func `A draft that another call has begun meanwhile is preserved`() async throws {
    transport.interrupt { [reviews] in
      try await reviews.rate(.first, 4)
      try await reviews.edit("order-1") { $0.comment = "Hot" }
    }
    let draft = try await reviews.draft(for: .first)
    #expect(draft.comment == "Hot" && draft.ratings["food"]?.stars == 4)
    #expect(reviews.state.drafts == [draft])
  }

  @Test func `An order that was submitted meanwhile gets no second draft`() async throws {
    transport.interrupt { [reviews] in
      try await reviews.rate(.first)
      try await reviews.submit("order-1")
    }
    await #expect(throws: ReviewError.notEligible(.submitted)) {
      try await reviews.draft(for: .first)
    }
    #expect(reviews.state.drafts.isEmpty && reviews.state.pending.count == 1)
  }

  @Test func `An order that was skipped meanwhile gets no draft`() async throws {
    try await reviews.skip("order-1")
    transport.interrupt { [reviews] in try await reviews.skip("order-1") }
    await #expect(throws: ReviewError.sync(.superseded)) { try await reviews.draft(for: .first) }
    #expect(reviews.state.drafts.isEmpty)
    #expect(try await reviews.eligibility(of: .first) == .skipped)
    #expect(try await reviews.draft(for: .first).id == "order-1")
  }
}
