import CitiesTestSupport
import StorageTestSupport
import Testing

@Suite("A city catalog keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct CityCatalogContractTests {
  @Test(arguments: CityCatalogContract.rules)
  func `Every rule holds for the live catalog`(_ rule: Rule<any CityDevice>) async throws {
    try await rule.check(LiveCityDevice())
  }

  @Test(arguments: CityCatalogContract.rules)
  func `Every rule holds for the catalog in memory`(_ rule: Rule<any CityDevice>) async throws {
    try await rule.check(InMemoryCityDevice())
  }
}
