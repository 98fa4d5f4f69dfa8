import OrderRatingTestSupport
import StorageTestSupport
import Testing

@Suite("Order reviews keep their contract", .serialized, .timeLimit(.minutes(15)))
struct OrderReviewsContractTests {
  @Test(arguments: OrderReviewsContract.rules)
  func `Every rule holds for reviews in files`(_ rule: Rule<ReviewDevice>) async throws {
    try await rule.check(ReviewDevice())
  }

  @Test(arguments: OrderReviewsContract.rulesWithoutFiles)
  func `Every rule of one launch holds in memory`(_ rule: Rule<ReviewDevice>) async throws {
    try await rule.check(ReviewDevice(hasFiles: false))
  }
}
