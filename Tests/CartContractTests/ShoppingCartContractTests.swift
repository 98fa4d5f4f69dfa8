import CartTestSupport
import Testing

@Suite("A shopping cart satisfies its contract", .serialized, .timeLimit(.minutes(5)))
struct ShoppingCartContractTests {
  @Test("Every rule holds for a cart in files", arguments: ShoppingCartContract.allCases)
  func live(_ rule: ShoppingCartContract) async throws {
    try await rule.verify(on: LiveCartDevice())
  }

  @Test("Every rule holds for a cart in memory", arguments: ShoppingCartContract.withoutFiles)
  func inMemory(_ rule: ShoppingCartContract) async throws {
    try await rule.verify(on: MemoryCartDevice())
  }
}
