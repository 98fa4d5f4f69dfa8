import FoodAppTestSupport
import StorageTestSupport
import Testing

// One suite for each group of rules: the groups run side by side, and the rules of a group one after
// another.

@Suite("The composed app: cities and languages", .serialized, .timeLimit(.minutes(15)))
struct FoodAppChoosingTests {
  @Test(arguments: FoodAppContract.choosing.cases())
  func `Every rule about choices holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app: sign-ins and sign-outs", .serialized, .timeLimit(.minutes(15)))
struct FoodAppSigningInTests {
  @Test(arguments: FoodAppContract.signingIn.cases())
  func `Every rule about sign-ins holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app: the data of a guest", .serialized, .timeLimit(.minutes(15)))
struct FoodAppHandingOverTests {
  @Test(arguments: FoodAppContract.handingOver.cases())
  func `Every rule about the data of a guest holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool)
    async throws
  {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app: orders", .serialized, .timeLimit(.minutes(15)))
struct FoodAppOrderingTests {
  @Test(arguments: FoodAppContract.ordering.cases())
  func `Every rule about orders holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app: failures and cancellation", .serialized, .timeLimit(.minutes(15)))
struct FoodAppFailingTests {
  @Test(arguments: FoodAppContract.failing.cases())
  func `Every rule about failures holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app: a former app", .serialized, .timeLimit(.minutes(15)))
struct FoodAppAdoptingTests {
  @Test(arguments: FoodAppContract.adopting.cases())
  func `Every rule about a former app holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool)
    async throws
  {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}

@Suite("The composed app: taps", .serialized, .timeLimit(.minutes(15)))
struct FoodAppTapTests {
  @Test(arguments: FoodAppContract.tapping.cases())
  func `Every rule about taps holds`(_ rule: Rule<FoodAppDevice>, hasFiles: Bool) async throws {
    try await rule.check(FoodAppDevice(hasFiles: hasFiles))
  }
}
