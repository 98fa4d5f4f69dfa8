import SampleTestSupport
import Testing

@Suite("Notes keep their contract", .timeLimit(.minutes(15)))
struct SampleNotesContractTests {
  @Test(arguments: SampleNotesContract.allCases)
  func `Every rule holds with files`(_ rule: SampleNotesContract) async throws {
    try await rule.verify(on: SampleDevice(hasFiles: true))
  }

  @Test(arguments: SampleNotesContract.inMemory)
  func `Every rule but that about a restart holds in memory`(_ rule: SampleNotesContract)
    async throws
  {
    try await rule.verify(on: SampleDevice(hasFiles: false))
  }
}
