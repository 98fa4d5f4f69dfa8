import Sample
import SampleTestSupport
import Storage
import StorageTestSupport
import Testing

@Suite("Notes keep their contract", .temporaryDirectory, .timeLimit(.minutes(5)))
struct SampleNotesContractTests {
  @Test("Every rule holds for the live notes", arguments: SampleNotesContract.allCases)
  func live(_ rule: SampleNotesContract) async throws {
    try await rule.verify(
      on: SampleFactory.makeNotes(in: StorageDirectory(TemporaryDirectory.url)))
  }

  @Test("Every rule holds for the notes in memory", arguments: SampleNotesContract.allCases)
  func inMemory(_ rule: SampleNotesContract) async throws {
    try await rule.verify(on: InMemorySampleNotes())
  }

  @Test("A note is there after a restart")
  func restart() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    let notes = SampleFactory.makeNotes(in: directory)
    try await notes.keep("Ring twice")
    directory.close()

    let after = SampleFactory.makeNotes(in: StorageDirectory(TemporaryDirectory.url))
    #expect(try await after.note() == "Ring twice")
  }
}
