import SyncTestSupport
import Testing

struct FavoritesModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("FAVORITES_SEEDS", otherwise: 50)

  @Test func `A change of an outside feature is shown, sent once and never lost`() async throws {
    try await expectKept(in: 0..<Self.seeds, sending: 1, FavoritesSimulation.world)
  }

  @Test func `A simulated world is the same twice`() async throws {
    try await expectSame(FavoritesSimulation.world)
  }
}
