import CitiesTestSupport
import StorageTestSupport
import Testing

@Suite("A city catalog keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct CityCatalogContractTests {
  @Test(arguments: CityCatalogContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<CityDevice>, hasFiles: Bool) async throws {
    try await rule.check(CityDevice(hasFiles: hasFiles))
  }
}
