import OrderRatingTestSupport
import StorageTestSupport
import Testing

@Suite("Order reviews keep their contract", .serialized, .timeLimit(.minutes(15)))
struct OrderReviewsContractTests {
  @Test(arguments: OrderReviewsContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<ReviewDevice>, hasFiles: Bool) async throws {
    try await rule.check(ReviewDevice(hasFiles: hasFiles))
  }
}
