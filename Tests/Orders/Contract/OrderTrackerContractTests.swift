import OrdersTestSupport
import StorageTestSupport
import Testing

@Suite("Orders keep their contract", .timeLimit(.minutes(15)))
struct OrderTrackerContractTests {
  @Test(arguments: OrderTrackerContract.rules)
  func `Every rule holds with files`(_ rule: Rule<OrdersDevice>) async throws {
    try await rule.check(OrdersDevice(hasFiles: true))
  }

  @Test(arguments: OrderTrackerContract.rules)
  func `Every rule holds in memory`(_ rule: Rule<OrdersDevice>) async throws {
    try await rule.check(OrdersDevice(hasFiles: false))
  }
}
