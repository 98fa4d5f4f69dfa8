import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of many values", .temporaryDirectory)
struct CollectionRepositoryContractTests {
  @Test(arguments: CollectionRepositoryContract.allCases)
  func `Every rule holds in memory`(_ rule: CollectionRepositoryContract) async throws {
    try await rule.verify { CollectionRepository() }
  }

  @Test(arguments: CollectionRepositoryContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in a file`(_ rule: CollectionRepositoryContract, dataClass: StorageClass)
    async throws
  {
    try await rule.verify { notes(.file("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryRestartContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in a file after a restart`(
    _ rule: CollectionRepositoryRestartContract, dataClass: StorageClass
  ) async throws {
    try await rule.verify { notes(.file("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file`(
    _ rule: CollectionRepositoryContract, dataClass: StorageClass
  ) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryRestartContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file after a restart`(
    _ rule: CollectionRepositoryRestartContract, dataClass: StorageClass
  ) async throws {
    try await rule.verify { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  private func notes(_ location: StorageLocation, _ dataClass: StorageClass)
    -> CollectionRepository<Note>
  {
    CollectionRepository(
      location, class: dataClass, schema: StoredSchema(Note.self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
