import Storage
import StorageTestSupport
import Testing

@Suite("The migration contract")
struct ReleaseHistoryTests {
  @Test(
    "A value with two renamed and two added fields satisfies every rule",
    arguments: MigrationContract.allCases
  )
  func value(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.history())
  }

  @Test("A collection of such values satisfies every rule", arguments: MigrationContract.allCases)
  func elements(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.table())
  }

  @Test(
    "A cache satisfies the rules about updates",
    arguments: [MigrationContract.samples, .goldenFiles, .updates])
  func cache(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.history(class: .cache))
  }

  @Test("A cache violates the rule about rollbacks")
  func cacheTakenBack() async throws {
    let told = try await MigrationContract.rollbacks.problems(in: Visitor.history(class: .cache))

    #expect(told.first?.path == "v1 → v2 → v1")
    #expect(told.first?.advice == "Only `critical` and `userState` support a rollback")
  }
}
