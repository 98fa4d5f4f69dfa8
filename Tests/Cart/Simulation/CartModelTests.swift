import Foundation
import SyncTestSupport
import Testing

struct CartModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("CART_SEEDS", otherwise: 40)

  @Test func `No change is lost or doubled`() async throws {
    try await expectKept(in: 0..<Self.seeds, sending: 1, CartSimulation.world)
  }

  @Test(arguments: RareWorld.allCases)
  func `A world that rarely arises by chance`(_ world: RareWorld) async throws {
    try await expectKept(in: 0..<max(Self.seeds / 4, 1)) { seed in
      DeviceWorld<CartSimulation>(seed: seed, steps: world.steps)
    }
  }

  @Test func `A cart that was closed elsewhere during its order is not fetched endlessly`() {
    #expect(CartSimulation.world(31_727).play().violation == nil)
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<5, CartSimulation.world)
  }
}
