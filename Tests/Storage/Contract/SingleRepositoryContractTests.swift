import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of one value", .temporaryDirectory)
struct SingleRepositoryContractTests {
  @Test(arguments: SingleRepositoryContract.allCases)
  func `Every rule holds in memory`(_ rule: SingleRepositoryContract) async throws {
    try await rule.verify { SingleRepository() }
  }

  @Test(arguments: SingleRepositoryContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in a file`(_ rule: SingleRepositoryContract, dataClass: StorageClass)
    async throws
  {
    try await rule.verify { numbers(.file("numbers"), dataClass) }
  }

  @Test(arguments: SingleRepositoryRestartContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in a file after a restart`(
    _ rule: SingleRepositoryRestartContract, dataClass: StorageClass
  ) async throws {
    try await rule.verify { numbers(.file("numbers"), dataClass) }
  }

  @Test(arguments: SingleRepositoryContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file`(
    _ rule: SingleRepositoryContract, dataClass: StorageClass
  ) async throws {
    try await rule.verify { numbers(.memoryBackedByFile("numbers"), dataClass) }
  }

  @Test(arguments: SingleRepositoryRestartContract.allCases, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file after a restart`(
    _ rule: SingleRepositoryRestartContract, dataClass: StorageClass
  ) async throws {
    try await rule.verify { numbers(.memoryBackedByFile("numbers"), dataClass) }
  }

  private func numbers(_ location: StorageLocation, _ dataClass: StorageClass) -> SingleRepository<
    [Int]
  > {
    SingleRepository(
      location, class: dataClass, schema: StoredSchema([Int].self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
