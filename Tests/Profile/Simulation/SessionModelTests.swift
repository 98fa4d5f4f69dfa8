import Foundation
import SyncTestSupport
import Testing

struct SessionModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("PROFILE_SEEDS", otherwise: 60)

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
