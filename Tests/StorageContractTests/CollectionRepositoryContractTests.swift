import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of many values", .temporaryDirectory)
struct CollectionRepositoryContractTests {
  @Test(arguments: CollectionRepositoryContract.allCases)
  func `Every rule holds in memory`(_ rule: CollectionRepositoryContract) async throws {
    try await rule.verify { CollectionRepository() }
  }

  @Test(arguments: CollectionRepositoryContract.allCases, [DataClass.critical, .cache])
  func `Every rule holds in a file`(_ rule: CollectionRepositoryContract, dataClass: DataClass)
    async throws
  {
    try await rule.verify { notes(.file("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryRestartContract.allCases, [DataClass.critical, .cache])
  func `Every rule holds in a file after a restart`(
    _ rule: CollectionRepositoryRestartContract, dataClass: DataClass
  ) async throws {
    try await rule.verify { notes(.file("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryContract.allCases, [DataClass.critical, .cache])
  func `Every rule holds in memory backed by a file`(
    _ rule: CollectionRepositoryContract, dataClass: DataClass
  ) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryRestartContract.allCases, [DataClass.critical, .cache])
  func `Every rule holds in memory backed by a file after a restart`(
    _ rule: CollectionRepositoryRestartContract, dataClass: DataClass
  ) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  private func notes(_ location: Location, _ dataClass: DataClass) -> CollectionRepository<Note> {
    CollectionRepository(
      location, class: dataClass, schema: Schema(Note.self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
