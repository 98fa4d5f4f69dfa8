import ProfileTestSupport
import StorageTestSupport
import Testing

@Suite("A profile keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct ProfileEditorContractTests {
  @Test(arguments: ProfileEditorContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<SessionDevice>, hasFiles: Bool) async throws {
    try await rule.check(SessionDevice(hasFiles: hasFiles))
  }
}
