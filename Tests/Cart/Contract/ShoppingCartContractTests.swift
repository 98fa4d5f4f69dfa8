import CartTestSupport
import StorageTestSupport
import Testing

@Suite("A shopping cart satisfies its contract", .serialized, .timeLimit(.minutes(15)))
struct ShoppingCartContractTests {
  @Test(arguments: ShoppingCartContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<CartDevice>, hasFiles: Bool) async throws {
    try await rule.check(CartDevice(hasFiles: hasFiles))
  }
}
