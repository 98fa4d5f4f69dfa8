import CartTestSupport
import StorageTestSupport
import Testing

@Suite("A shopping cart satisfies its contract", .serialized, .timeLimit(.minutes(15)))
struct ShoppingCartContractTests {
  @Test(arguments: ShoppingCartContract.rules)
  func `Every rule holds for a cart in files`(_ rule: Rule<any CartDevice>) async throws {
    try await rule.check(LiveCartDevice())
  }

  @Test(arguments: ShoppingCartContract.rulesWithoutFiles)
  func `Every rule holds for a cart in memory`(_ rule: Rule<any CartDevice>) async throws {
    try await rule.check(MemoryCartDevice())
  }
}
