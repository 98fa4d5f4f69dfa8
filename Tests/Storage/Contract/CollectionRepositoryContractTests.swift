import Storage
import StorageTestSupport
import Testing

@Suite("The contract of a repository of many values", .temporaryDirectory)
struct CollectionRepositoryContractTests {
  @Test(arguments: CollectionRepositoryContract.rules)
  func `Every rule holds in memory`(_ rule: Rule<() -> CollectionRepository<Note>>) async throws {
    try await rule.check { CollectionRepository() }
  }

  @Test(arguments: CollectionRepositoryContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in a file`(
    _ rule: Rule<() -> CollectionRepository<Note>>, dataClass: StorageClass
  )
    async throws
  {
    try await rule.check { notes(.file("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryRestartContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in a file after a restart`(
    _ rule: Rule<() -> CollectionRepository<Note>>, dataClass: StorageClass
  ) async throws {
    try await rule.check { notes(.file("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file`(
    _ rule: Rule<() -> CollectionRepository<Note>>, dataClass: StorageClass
  ) async throws {
    try await rule.check { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  @Test(arguments: CollectionRepositoryRestartContract.rules, [StorageClass.critical, .cache])
  func `Every rule holds in memory backed by a file after a restart`(
    _ rule: Rule<() -> CollectionRepository<Note>>, dataClass: StorageClass
  ) async throws {
    try await rule.check { notes(.memoryBackedByFile("notes"), dataClass) }
  }

  private func notes(_ location: StorageLocation, _ dataClass: StorageClass)
    -> CollectionRepository<Note>
  {
    CollectionRepository(
      location, class: dataClass, schema: StoredSchema(Note.self),
      in: StorageDirectory(TemporaryDirectory.url))
  }
}
