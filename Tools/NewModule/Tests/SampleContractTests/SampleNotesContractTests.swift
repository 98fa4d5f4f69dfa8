import SampleTestSupport
import Testing

@Suite("Notes keep their contract", .timeLimit(.minutes(5)))
struct SampleNotesContractTests {
  @Test("Every rule holds with files", arguments: SampleNotesContract.allCases)
  func files(_ rule: SampleNotesContract) async throws {
    try await rule.verify(on: SampleDevice(hasFiles: true))
  }

  @Test(
    "Every rule but that about a restart holds in memory", arguments: SampleNotesContract.inMemory)
  func inMemory(_ rule: SampleNotesContract) async throws {
    try await rule.verify(on: SampleDevice(hasFiles: false))
  }
}
