import Storage
import StorageTestSupport
import Testing

@Suite("A repository of one value keeps its contract", .temporaryDirectory)
struct SingleRepositoryContractTests {
  @Test("Every rule holds in memory", arguments: SingleRepositoryContract.allCases)
  func inMemory(_ rule: SingleRepositoryContract) async throws {
    try await rule.verify { SingleRepository() }
  }

  @Test("Every rule holds in a file", arguments: SingleRepositoryContract.allCases)
  func inFile(_ rule: SingleRepositoryContract) async throws {
    try await rule.verify { numbers(.file("numbers")) }
  }

  @Test(
    "After a restart every rule holds in a file",
    arguments: SingleRepositoryRestartContract.allCases)
  func inFile(_ rule: SingleRepositoryRestartContract) async throws {
    try await rule.verify { numbers(.file("numbers")) }
  }

  @Test("Every rule holds in memory backed by a file", arguments: SingleRepositoryContract.allCases)
  func inBoth(_ rule: SingleRepositoryContract) async throws {
    try await rule.verify { numbers(.memoryBackedByFile("numbers")) }
  }

  @Test(
    "After a restart every rule holds in memory backed by a file",
    arguments: SingleRepositoryRestartContract.allCases)
  func inBoth(_ rule: SingleRepositoryRestartContract) async throws {
    try await rule.verify { numbers(.memoryBackedByFile("numbers")) }
  }

  private func numbers(_ location: Location) -> SingleRepository<[Int]> {
    SingleRepository(
      location, schema: Schema([Int].self), in: StorageDirectory(TemporaryDirectory.url))
  }
}
