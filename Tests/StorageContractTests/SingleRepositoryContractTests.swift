import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of one value", .temporaryDirectory)
struct SingleRepositoryContractTests {
  @Test("Every rule holds in memory", arguments: SingleRepositoryContract.allCases)
  func inMemory(_ rule: SingleRepositoryContract) async throws {
    try await rule.verify { SingleRepository() }
  }

  @Test(
    "Every rule holds in a file",
    arguments: SingleRepositoryContract.allCases, [DataClass.critical, .cache])
  func inFile(_ rule: SingleRepositoryContract, dataClass: DataClass) async throws {
    try await rule.verify { numbers(.file("numbers"), dataClass) }
  }

  @Test(
    "Every rule holds in a file after a restart",
    arguments: SingleRepositoryRestartContract.allCases, [DataClass.critical, .cache])
  func inFile(_ rule: SingleRepositoryRestartContract, dataClass: DataClass) async throws {
    try await rule.verify { numbers(.file("numbers"), dataClass) }
  }

  @Test(
    "Every rule holds in memory backed by a file",
    arguments: SingleRepositoryContract.allCases, [DataClass.critical, .cache])
  func inBoth(_ rule: SingleRepositoryContract, dataClass: DataClass) async throws {
    try await rule.verify { numbers(.memoryBackedByFile("numbers"), dataClass) }
  }

  @Test(
    "Every rule holds in memory backed by a file after a restart",
    arguments: SingleRepositoryRestartContract.allCases, [DataClass.critical, .cache])
  func inBoth(_ rule: SingleRepositoryRestartContract, dataClass: DataClass) async throws {
    try await rule.verify { numbers(.memoryBackedByFile("numbers"), dataClass) }
  }

  private func numbers(_ location: Location, _ dataClass: DataClass) -> SingleRepository<[Int]> {
    SingleRepository(
      location, class: dataClass, schema: Schema([Int].self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
