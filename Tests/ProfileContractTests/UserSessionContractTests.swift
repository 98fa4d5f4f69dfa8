import ProfileTestSupport
import Testing

@Suite("A session keeps its contract", .serialized, .timeLimit(.minutes(5)))
struct UserSessionContractTests {
  @Test(arguments: UserSessionContract.allCases)
  func `Every rule holds with files`(_ rule: UserSessionContract) async throws {
    try await rule.verify(on: FileSessionDevice())
  }

  @Test(arguments: UserSessionContract.allCases)
  func `Every rule holds in memory`(_ rule: UserSessionContract) async throws {
    try await rule.verify(on: MemorySessionDevice())
  }
}
