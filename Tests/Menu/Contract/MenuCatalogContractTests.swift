import MenuTestSupport
import StorageTestSupport
import Testing

@Suite("A menu catalog keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct MenuCatalogContractTests {
  @Test(arguments: MenuCatalogContract.rules)
  func `Every rule holds for the live catalog`(_ rule: Rule<any MenuDevice>) async throws {
    try await rule.check(LiveMenuDevice())
  }

  @Test(arguments: MenuCatalogContract.rules)
  func `Every rule holds for the catalog in memory`(_ rule: Rule<any MenuDevice>) async throws {
    try await rule.check(InMemoryMenuDevice())
  }
}
