import MenuTestSupport
import Testing

@Suite("A menu catalog keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct MenuCatalogContractTests {
  @Test(arguments: MenuCatalogContract.allCases)
  func `Every rule holds for the live catalog`(_ rule: MenuCatalogContract) async throws {
    try await rule.verify(on: LiveMenuDevice())
  }

  @Test(arguments: MenuCatalogContract.allCases)
  func `Every rule holds for the catalog in memory`(_ rule: MenuCatalogContract) async throws {
    try await rule.verify(on: InMemoryMenuDevice())
  }
}
