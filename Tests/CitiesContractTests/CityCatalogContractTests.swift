import CitiesTestSupport
import Testing

@Suite("A city catalog keeps its contract", .serialized, .timeLimit(.minutes(5)))
struct CityCatalogContractTests {
  @Test("Every rule holds for the live catalog", arguments: CityCatalogContract.allCases)
  func live(_ rule: CityCatalogContract) async throws {
    try await rule.verify(on: LiveCityDevice())
  }

  @Test("Every rule holds for the catalog in memory", arguments: CityCatalogContract.allCases)
  func inMemory(_ rule: CityCatalogContract) async throws {
    try await rule.verify(on: InMemoryCityDevice())
  }
}
