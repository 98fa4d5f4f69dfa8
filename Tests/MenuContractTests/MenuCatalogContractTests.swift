import MenuTestSupport
import Testing

@Suite("A menu catalog keeps its contract", .serialized, .timeLimit(.minutes(5)))
struct MenuCatalogContractTests {
  @Test("Every rule holds for the live catalog", arguments: MenuCatalogContract.allCases)
  func live(_ rule: MenuCatalogContract) async throws {
    try await rule.verify(on: LiveMenuDevice())
  }

  @Test("Every rule holds for the catalog in memory", arguments: MenuCatalogContract.allCases)
  func inMemory(_ rule: MenuCatalogContract) async throws {
    try await rule.verify(on: InMemoryMenuDevice())
  }
}
