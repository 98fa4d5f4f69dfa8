import Storage
import StorageTestSupport
import Testing

@Suite("A repository of many values keeps its contract", .temporaryDirectory)
struct CollectionRepositoryContractTests {
  @Test("Every rule holds in memory", arguments: CollectionRepositoryContract.allCases)
  func inMemory(_ rule: CollectionRepositoryContract) async throws {
    try await rule.verify { CollectionRepository() }
  }

  @Test("Every rule holds in a file", arguments: CollectionRepositoryContract.allCases)
  func inFile(_ rule: CollectionRepositoryContract) async throws {
    try await rule.verify { notes(.file("notes")) }
  }

  @Test(
    "After a restart every rule holds in a file",
    arguments: CollectionRepositoryRestartContract.allCases)
  func inFile(_ rule: CollectionRepositoryRestartContract) async throws {
    try await rule.verify { notes(.file("notes")) }
  }

  @Test(
    "Every rule holds in memory backed by a file",
    arguments: CollectionRepositoryContract.allCases)
  func inBoth(_ rule: CollectionRepositoryContract) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes")) }
  }

  @Test(
    "After a restart every rule holds in memory backed by a file",
    arguments: CollectionRepositoryRestartContract.allCases)
  func inBoth(_ rule: CollectionRepositoryRestartContract) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes")) }
  }

  private func notes(_ location: Location) -> CollectionRepository<Note> {
    CollectionRepository(
      location, schema: Schema(Note.self), in: StorageDirectory(TemporaryDirectory.url))
  }
}
