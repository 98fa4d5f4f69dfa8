import OrdersTestSupport
import StorageTestSupport
import Testing

@Suite("Orders keep their contract", .timeLimit(.minutes(15)))
struct OrderTrackerContractTests {
  @Test(arguments: OrderTrackerContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<OrdersDevice>, hasFiles: Bool) async throws {
    try await rule.check(OrdersDevice(hasFiles: hasFiles))
  }
}
