import SyncTestSupport
import Testing

@Suite("The whole app in simulated worlds") struct AppModelTests {
  /// The number of worlds; nightly runs set a larger one.
  private static let seeds = seedCount("APP_SEEDS", otherwise: 20)

  @Test func `No tap is lost or doubled, no order without its lines, and nothing is another's`()
    async throws
  {
    try await expectKept(in: 0..<Self.seeds, sending: 1, AppSimulation.world)
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<max(Self.seeds / 20, 5), AppSimulation.world)
  }
}
