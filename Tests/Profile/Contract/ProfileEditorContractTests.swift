import ProfileTestSupport
import StorageTestSupport
import Testing

@Suite("A profile keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct ProfileEditorContractTests {
  @Test(arguments: ProfileEditorContract.rules)
  func `Every rule holds with files`(_ rule: Rule<any SessionDevice>) async throws {
    try await rule.check(FileSessionDevice())
  }

  @Test(arguments: ProfileEditorContract.rules)
  func `Every rule holds in memory`(_ rule: Rule<any SessionDevice>) async throws {
    try await rule.check(MemorySessionDevice())
  }
}
