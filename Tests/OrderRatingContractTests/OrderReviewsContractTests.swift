import OrderRatingTestSupport
import Testing

@Suite("Order reviews keep their contract", .timeLimit(.minutes(5)))
struct OrderReviewsContractTests {
  @Test("Every rule holds for the live reviews", arguments: OrderReviewsContract.allCases)
  func live(_ rule: OrderReviewsContract) async throws {
    try await rule.verify(on: LiveReviewDevice())
  }

  @Test("Every rule holds for the reviews in memory", arguments: OrderReviewsContract.allCases)
  func inMemory(_ rule: OrderReviewsContract) async throws {
    try await rule.verify(on: InMemoryReviewDevice())
  }
}
