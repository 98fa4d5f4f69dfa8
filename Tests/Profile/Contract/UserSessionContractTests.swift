import ProfileTestSupport
import StorageTestSupport
import Testing

@Suite("A session keeps its contract", .serialized, .timeLimit(.minutes(15)))
struct UserSessionContractTests {
  @Test(arguments: UserSessionContract.rules)
  func `Every rule holds with files`(_ rule: Rule<any SessionDevice>) async throws {
    try await rule.check(FileSessionDevice())
  }

  @Test(arguments: UserSessionContract.rules)
  func `Every rule holds in memory`(_ rule: Rule<any SessionDevice>) async throws {
    try await rule.check(MemorySessionDevice())
  }
}
