import CartTestSupport
import Testing

@Suite("A shopping cart satisfies its contract", .serialized, .timeLimit(.minutes(15)))
struct ShoppingCartContractTests {
  @Test(arguments: ShoppingCartContract.allCases)
  func `Every rule holds for a cart in files`(_ rule: ShoppingCartContract) async throws {
    try await rule.verify(on: LiveCartDevice())
  }

  @Test(arguments: ShoppingCartContract.withoutFiles)
  func `Every rule holds for a cart in memory`(_ rule: ShoppingCartContract) async throws {
    try await rule.verify(on: MemoryCartDevice())
  }
}
