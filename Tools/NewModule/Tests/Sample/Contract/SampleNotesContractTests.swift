import SampleTestSupport
import StorageTestSupport
import Testing

@Suite("Notes keep their contract", .timeLimit(.minutes(15)))
struct SampleNotesContractTests {
  @Test(arguments: SampleNotesContract.rules)
  func `Every rule holds with files`(_ rule: Rule<SampleDevice>) async throws {
    try await rule.check(SampleDevice(hasFiles: true))
  }

  @Test(arguments: SampleNotesContract.rulesWithoutFiles)
  func `Every rule but that about a restart holds in memory`(_ rule: Rule<SampleDevice>)
    async throws
  {
    try await rule.check(SampleDevice(hasFiles: false))
  }
}
