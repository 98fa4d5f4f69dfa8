import Storage
import StorageTestSupport
import Testing

@Suite("The migration contract")
struct ReleaseHistoryTests {
  @Test(
    "A value keeps it, its field renamed twice and two added", arguments: MigrationContract.allCases
  )
  func value(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.history())
  }

  @Test("So does each element of a collection", arguments: MigrationContract.allCases)
  func elements(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.table())
  }

  @Test(
    "A cache keeps it as far as it goes forward",
    arguments: [MigrationContract.samples, .goldenFiles, .updates])
  func cache(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.history(class: .cache))
  }

  @Test("A cache keeps no way back, and the contract says so")
  func cacheTakenBack() async throws {
    let told = try await MigrationContract.rollbacks.problems(in: Visitor.history(class: .cache))

    #expect(told.first?.path == "v1 → v2 → v1")
    #expect(told.first?.advice == "Only `critical` and `userState` support a rollback")
  }
}
