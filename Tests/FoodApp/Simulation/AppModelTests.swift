import SyncTestSupport
import Testing

struct AppModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("APP_SEEDS", otherwise: 10)

  /// The seeds of the worlds in two halves, so that two tasks run them.
  private static let shares = [0..<seeds / 2, seeds / 2..<seeds]

  @Test(arguments: shares)
  func `No tap is lost or doubled, no order without its lines, and nothing is another's`(
    in worlds: Range<UInt64>
  ) async throws {
    try await expectKept(in: worlds, sending: 1, AppSimulation.world)
  }

  @Test func `An order that was not sent may have the time of its tap in its next attempt`() {
    #expect(AppSimulation.world(1_309).play().violation == nil)
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<3, AppSimulation.world)
  }
}
