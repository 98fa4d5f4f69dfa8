import CitiesTestSupport
import Testing

@Suite("A city catalog keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct CityCatalogContractTests {
  @Test(arguments: CityCatalogContract.allCases)
  func `Every rule holds for the live catalog`(_ rule: CityCatalogContract) async throws {
    try await rule.verify(on: LiveCityDevice())
  }

  @Test(arguments: CityCatalogContract.allCases)
  func `Every rule holds for the catalog in memory`(_ rule: CityCatalogContract) async throws {
    try await rule.verify(on: InMemoryCityDevice())
  }
}
