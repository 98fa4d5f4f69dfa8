import CartTestSupport
import Testing

@Suite("A shopping cart keeps its contract", .timeLimit(.minutes(5)))
struct ShoppingCartContractTests {
  @Test("Every rule holds for the live cart", arguments: ShoppingCartContract.allCases)
  func live(_ rule: ShoppingCartContract) async throws {
    try await rule.verify(on: LiveCartDevice())
  }

  @Test("Every rule holds for the cart in memory", arguments: ShoppingCartContract.allCases)
  func inMemory(_ rule: ShoppingCartContract) async throws {
    try await rule.verify(on: InMemoryCartDevice())
  }
}
