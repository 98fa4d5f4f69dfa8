import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of one value", .temporaryDirectory)
struct SingleRepositoryContractTests {
  @Test(arguments: SingleRepositoryContract.rules)
  func `Every rule holds in memory`(_ rule: Rule<() -> SingleRepository<[Int]>>) async throws {
    try await rule.check { SingleRepository() }
  }

  @Test(arguments: SingleRepositoryContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in a file`(
    _ rule: Rule<() -> SingleRepository<[Int]>>, dataClass: StorageClass
  )
    async throws
  {
    try await rule.check { numbers(.file("numbers"), dataClass) }
  }

  @Test(arguments: SingleRepositoryRestartContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in a file after a restart`(
    _ rule: Rule<() -> SingleRepository<[Int]>>, dataClass: StorageClass
  ) async throws {
    try await rule.check { numbers(.file("numbers"), dataClass) }
  }

  @Test(arguments: SingleRepositoryContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file`(
    _ rule: Rule<() -> SingleRepository<[Int]>>, dataClass: StorageClass
  ) async throws {
    try await rule.check { numbers(.memoryBackedByFile("numbers"), dataClass) }
  }

  @Test(arguments: SingleRepositoryRestartContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file after a restart`(
    _ rule: Rule<() -> SingleRepository<[Int]>>, dataClass: StorageClass
  ) async throws {
    try await rule.check { numbers(.memoryBackedByFile("numbers"), dataClass) }
  }

  private func numbers(_ location: StorageLocation, _ dataClass: StorageClass) -> SingleRepository<
    [Int]
  > {
    SingleRepository(
      location, class: dataClass, schema: StoredSchema([Int].self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
