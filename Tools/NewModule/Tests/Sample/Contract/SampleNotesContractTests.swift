import SampleTestSupport
import StorageTestSupport
import Testing

@Suite("Notes keep their contract")
struct SampleNotesContractTests {
  @Test(arguments: SampleNotesContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<SampleDevice>, hasFiles: Bool) async throws {
    try await rule.check(SampleDevice(backing))
  }
}
