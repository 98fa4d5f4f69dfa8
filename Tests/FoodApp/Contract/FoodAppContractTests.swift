import FoodAppTestSupport
import StorageTestSupport
import Testing

@Suite("The composed app satisfies its contract", .serialized, .timeLimit(.minutes(15)))
struct FoodAppContractTests {
  @Test(arguments: FoodAppContract.rules)
  func `Every rule holds for an app with files`(_ rule: Rule<any AppDevice>) async throws {
    try await rule.check(FileAppDevice())
  }

  @Test(arguments: FoodAppContract.rulesWithoutFiles)
  func `Every rule holds for an app in memory`(_ rule: Rule<any AppDevice>) async throws {
    try await rule.check(MemoryAppDevice())
  }
}

@Suite("The composed app refuses no tap", .serialized, .timeLimit(.minutes(15)))
struct FoodAppTapTests {
  @Test(arguments: FoodAppContract.tapping)
  func `Every rule about taps holds for an app with files`(
    _ rule: Rule<any AppDevice>
  ) async throws {
    try await rule.check(FileAppDevice())
  }

  @Test(arguments: FoodAppContract.tapping)
  func `Every rule about taps holds for an app in memory`(
    _ rule: Rule<any AppDevice>
  ) async throws {
    try await rule.check(MemoryAppDevice())
  }
}
