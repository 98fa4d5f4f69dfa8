import ProfileTestSupport
import StorageTestSupport
import Testing

@Suite("A session keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct UserSessionContractTests {
  @Test(arguments: UserSessionContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<SessionDevice>, hasFiles: Bool) async throws {
    try await rule.check(SessionDevice(hasFiles: hasFiles))
  }
}
