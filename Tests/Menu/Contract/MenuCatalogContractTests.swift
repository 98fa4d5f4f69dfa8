import MenuTestSupport
import StorageTestSupport
import Testing

@Suite("A menu catalog keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct MenuCatalogContractTests {
  @Test(arguments: MenuCatalogContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<MenuDevice>, hasFiles: Bool) async throws {
    try await rule.check(MenuDevice(hasFiles: hasFiles))
  }
}
