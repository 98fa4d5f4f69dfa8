import Foundation
import SyncTestSupport
import Testing

@Suite("Sessions in simulated worlds")
struct SessionModelTests {
  /// The number of worlds; the environment variable sets a larger one.
  private static let seeds = seedCount("PROFILE_SEEDS", otherwise: 300)

  @Test
  func `No user is signed out by mistake, and no change is lost, doubled or sent for another`()
    async throws
  {
    try await expectKept(in: 0..<Self.seeds, sending: 1, SessionSimulation.world)
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(SessionSimulation.world)
  }
}
