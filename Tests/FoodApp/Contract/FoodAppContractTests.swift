import FoodAppTestSupport
import StorageTestSupport
import Testing

@Suite("The composed app satisfies its contract", .serialized, .timeLimit(.minutes(15)))
struct FoodAppContractTests {
  @Test(arguments: FoodAppContract.rules.cases())
  func `Every rule holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app refuses no tap", .serialized, .timeLimit(.minutes(15)))
struct FoodAppTapTests {
  @Test(arguments: FoodAppContract.tapping.cases())
  func `Every rule about taps holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}
