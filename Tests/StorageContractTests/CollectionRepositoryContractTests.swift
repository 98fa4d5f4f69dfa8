import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of many values", .temporaryDirectory)
struct CollectionRepositoryContractTests {
  @Test("Every rule holds in memory", arguments: CollectionRepositoryContract.allCases)
  func inMemory(_ rule: CollectionRepositoryContract) async throws {
    try await rule.verify { CollectionRepository() }
  }

  @Test(
    "Every rule holds in a file",
    arguments: CollectionRepositoryContract.allCases, [DataClass.critical, .cache])
  func inFile(_ rule: CollectionRepositoryContract, dataClass: DataClass) async throws {
    try await rule.verify { notes(.file("notes"), dataClass) }
  }

  @Test(
    "Every rule holds in a file after a restart",
    arguments: CollectionRepositoryRestartContract.allCases, [DataClass.critical, .cache])
  func inFile(_ rule: CollectionRepositoryRestartContract, dataClass: DataClass) async throws {
    try await rule.verify { notes(.file("notes"), dataClass) }
  }

  @Test(
    "Every rule holds in memory backed by a file",
    arguments: CollectionRepositoryContract.allCases, [DataClass.critical, .cache])
  func inBoth(_ rule: CollectionRepositoryContract, dataClass: DataClass) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  @Test(
    "Every rule holds in memory backed by a file after a restart",
    arguments: CollectionRepositoryRestartContract.allCases, [DataClass.critical, .cache])
  func inBoth(_ rule: CollectionRepositoryRestartContract, dataClass: DataClass) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  private func notes(_ location: Location, _ dataClass: DataClass) -> CollectionRepository<Note> {
    CollectionRepository(
      location, class: dataClass, schema: Schema(Note.self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
