import OrderRatingTestSupport
import Testing

@Suite("Order reviews keep their contract", .serialized, .timeLimit(.minutes(5)))
struct OrderReviewsContractTests {
  @Test("Every rule holds for reviews in files", arguments: OrderReviewsContract.allCases)
  func files(_ rule: OrderReviewsContract) async throws {
    try await rule.verify(on: ReviewDevice())
  }

  @Test("Every rule of one launch holds in memory", arguments: OrderReviewsContract.inMemory)
  func inMemory(_ rule: OrderReviewsContract) async throws {
    try await rule.verify(on: ReviewDevice(hasFiles: false))
  }
}
