import Storage
import StorageTestSupport
import Testing

@Suite("The migration contract")
struct ReleaseHistoryTests {
  @Test(arguments: MigrationContract.allCases)
  func `A value with two renamed and two added fields satisfies every rule`(rule: MigrationContract)
    async throws
  {
    try await rule.verify(Visitor.history())
  }

  @Test(arguments: MigrationContract.allCases)
  func `A collection of such values satisfies every rule`(rule: MigrationContract) async throws {
    // The kills of two releases: those of three take most of the time and are played with the value.
    try await rule.verify(rule == .kills ? Visitor.table(schema: nil) : Visitor.table())
  }

  @Test(arguments: MigrationContract.rules(for: .cache))
  func `A cache satisfies the rules about updates`(rule: MigrationContract) async throws {
    try await rule.verify(Visitor.history(class: .cache))
  }

  @Test func `A cache is not measured by the rule about rollbacks`() async throws {
    let told = try await MigrationContract.rollbacks.problems(in: Visitor.history(class: .cache))

    #expect(told.map(\.advice) == ["Verify the rules for the class"])
  }
}
