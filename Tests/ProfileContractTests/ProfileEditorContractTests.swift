import ProfileTestSupport
import Testing

@Suite("A profile keeps its contract", .serialized, .timeLimit(.minutes(5)))
struct ProfileEditorContractTests {
  @Test(arguments: ProfileEditorContract.allCases)
  func `Every rule holds with files`(_ rule: ProfileEditorContract) async throws {
    try await rule.verify(on: FileSessionDevice())
  }

  @Test(arguments: ProfileEditorContract.allCases)
  func `Every rule holds in memory`(_ rule: ProfileEditorContract) async throws {
    try await rule.verify(on: MemorySessionDevice())
  }
}
