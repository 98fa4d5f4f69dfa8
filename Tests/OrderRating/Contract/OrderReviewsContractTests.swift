import OrderRatingTestSupport
import Testing

@Suite("Order reviews keep their contract", .serialized, .timeLimit(.minutes(15)))
struct OrderReviewsContractTests {
  @Test(arguments: OrderReviewsContract.allCases)
  func `Every rule holds for reviews in files`(_ rule: OrderReviewsContract) async throws {
    try await rule.verify(on: ReviewDevice())
  }

  @Test(arguments: OrderReviewsContract.inMemory)
  func `Every rule of one launch holds in memory`(_ rule: OrderReviewsContract) async throws {
    try await rule.verify(on: ReviewDevice(hasFiles: false))
  }
}
